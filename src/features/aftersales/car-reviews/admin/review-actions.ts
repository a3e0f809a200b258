import { isApiFailure } from '#lib/api-client/api-client.ts';
import type { FormAction } from '#lib/pages/form-action.ts';
import type { Load } from '#lib/pages/loader.ts';
import { queryFrom } from '#ui/admin/admin-search.ts';
import { adminReviewCalls } from '../../office-calls.ts';
import { sendReview } from '../client/review-actions.ts';
import type { AdminReviewsResponse } from '../model/admin-review-contract.ts';
import { REVIEW_QUERY } from '../model/review-filters.ts';

/** The list, or the message of the error that prevented loading it. */
type ReviewsData = { reviews: AdminReviewsResponse | null; failed: string | null };

export const loadReviews: Load<ReviewsData> = async ({ api, url }) => {
  try {
    const query = queryFrom(url.searchParams, REVIEW_QUERY);
    return { reviews: await api.call(adminReviewCalls.list, { query }), failed: null };
  } catch (error) {
    if (!isApiFailure(error) || error.status === 401 || error.status === 403) throw error;
    return { reviews: null, failed: error.message };
  }
};

const moderate =
  (action: 'hide' | 'show'): FormAction =>
  (input) => {
    const { id = '', reason = '' } = input.values;
    return sendReview(input, () => input.api.call(adminReviewCalls[action], { params: { id }, body: { reason } }));
  };

export const adminReviewActions: Record<string, FormAction> = {
  'review hide': moderate('hide'),
  'review show': moderate('show'),
};
