/** How long after the end of an order both sides can write, and a review of one side stays hidden. */
export const REVIEW_DAYS = 14;
/** The newest reviews that a seller's page shows. */
export const SHOWN_ORDER_REVIEWS = 5;
