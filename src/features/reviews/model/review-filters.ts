/** The values by which the back office filters reviews, as the address of its screen and the call name them. */
export const REVIEW_FILTERS = ['search', 'state', 'rating'] as const;
export const REVIEW_QUERY = [...REVIEW_FILTERS, 'page'] as const;

export const REVIEW_STATES = ['shown', 'hidden'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];
