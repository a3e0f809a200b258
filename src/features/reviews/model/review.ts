export const MAX_REVIEW_LENGTH = 2_000;
export const MAX_REASON_LENGTH = 500;
export const REVIEWS_ON_A_PAGE = 10;
export const STARS = [1, 2, 3, 4, 5] as const;

/** What a buyer or renter said of a car, and what its seller answered. */
export type Review = {
  id: number;
  bookingId: number;
  listingId: number;
  rating: number;
  /** Empty once the account of who wrote it is closed. */
  text: string;
  reply: string | null;
  createdAt: Date;
};

/** How strangers are told who wrote: the first name and one letter more. */
export function shortName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/);
  const [initial] = others.at(-1) ?? '';
  return initial === undefined ? first : `${first} ${initial.toUpperCase()}.`;
}

/** The month of a moment, as YYYY-MM in UTC. */
export function monthOf(time: Date): string {
  return time.toISOString().slice(0, 7);
}
