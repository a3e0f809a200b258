/** The server functions and types of this feature that other features may import. */
export { allReviews } from '../admin/server/admin-reviews.ts';
export { toReviewResponse } from './read-reviews.ts';
export { ratingOfSeller, reviewsOfSeller } from './review-store.ts';
