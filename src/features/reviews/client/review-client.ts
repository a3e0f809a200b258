import type { ApiClient } from '#lib/api-client/api-client.ts';
import { pageNumber } from '#lib/pages/page-number.ts';
import { reviewCalls } from '../model/review-calls.ts';
import type { ReviewsResponse } from '../model/review-contract.ts';

/** The name of the page of a car's reviews in an address. */
export const REVIEWS_PAGE = 'reviews';

/** What is said of a car, the newest first. */
export function fetchReviews(api: ApiClient, listingId: number, page: number): Promise<ReviewsResponse> {
  return api.call(reviewCalls.list, { params: { id: listingId }, query: { page } });
}

/** The page of a car's reviews that an address names. */
export function reviewsPage(search: URLSearchParams): number {
  return pageNumber(search, REVIEWS_PAGE);
}
