import type { ApiClient } from '#lib/api-client/api-client.ts';
import { pageNumber } from '#lib/pages/page-handlers.ts';
import { reviewCalls } from '../../aftersales-calls.ts';
import type { ReviewsResponse } from '../model/review-contract.ts';

/** Query parameter with the page number of a car's reviews. */
export const REVIEWS_PAGE = 'reviews';

/** Fetches a page of a car's reviews, newest first. */
export function fetchReviews(api: ApiClient, listingId: number, page: number): Promise<ReviewsResponse> {
  return api.call(reviewCalls.list, { params: { id: listingId }, query: { page } });
}

export function reviewsPage(search: URLSearchParams): number {
  return pageNumber(search, REVIEWS_PAGE);
}
