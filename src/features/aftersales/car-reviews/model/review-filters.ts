/** Query parameters of the review filters, in the screen's URL and in the API. */
export const REVIEW_FILTERS = ['search', 'state', 'rating'] as const;
export const REVIEW_QUERY = [...REVIEW_FILTERS, 'page'] as const;

export const REVIEW_STATES = ['shown', 'hidden'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];
