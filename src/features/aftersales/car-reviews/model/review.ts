export const MAX_REVIEW_LENGTH = 2_000;
export const MAX_REASON_LENGTH = 500;
export const REVIEWS_ON_A_PAGE = 10;
export const STARS = [1, 2, 3, 4, 5] as const;

/** A buyer's or renter's review of a car, with the seller's reply. */
export type Review = {
  id: number;
  bookingId: number;
  listingId: number;
  rating: number;
  /** Empty once the author's account is closed. */
  text: string;
  reply: string | null;
  createdAt: Date;
};

/** Formats a time as YYYY-MM in UTC. */
export function monthOf(time: Date): string {
  return time.toISOString().slice(0, 7);
}

/** Query parameters of the review filters, in the screen's URL and in the API. */
export const REVIEW_FILTERS = ['search', 'state', 'rating'] as const;
export const REVIEW_QUERY = [...REVIEW_FILTERS, 'page'] as const;

export const REVIEW_STATES = ['shown', 'hidden'] as const;
