import {
  execute,
  isUniqueViolation,
  type Queryable,
  queryAny,
  queryColumn,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';

const RELEASE = statement('delete from sale_claims where payment_id = $1');
const TAKE_DAYS = statement(
  'insert into rental_days (listing_id, day, payment_id) select $1, day, $3 from unnest($2::date[]) as day order by day',
);
const RELEASE_DAYS = statement('delete from rental_days where payment_id = $1');

/** Returns whether a payment holds or has bought the car. This is only a hint: `claimCar` decides. */
export const isClaimed = queryAny<[listingId: number]>('select 1 from sale_claims where listing_id = $1');

/** Claims a car for a payment. Returns false if another payment has it. */
export const claimCar = queryAny<[listingId: number, paymentId: number]>(
  'insert into sale_claims (listing_id, payment_id) values ($1, $2) on conflict (listing_id) do nothing returning payment_id',
);

/**
 * Claims days of a car for a payment. Returns false if another payment has one of them; the transaction is then
 * aborted.
 */
export async function claimDays(db: Queryable, listingId: number, days: string[], paymentId: number): Promise<boolean> {
  try {
    await rowsOf(db, TAKE_DAYS, [listingId, days, paymentId]);
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/** Releases the car or days that a payment holds. */
export async function releaseClaims(db: Queryable, paymentId: number): Promise<void> {
  await rowsOf(db, RELEASE, [paymentId]);
  await rowsOf(db, RELEASE_DAYS, [paymentId]);
}

/** Releases one of several cars that a payment holds. */
export const releaseClaim = execute<[paymentId: number, listingId: number]>(
  'delete from sale_claims where payment_id = $1 and listing_id = $2',
);

/** Returns the booked days of a car from a day on, at most 1,000. */
export const bookedDaysFrom = queryColumn<string, [listingId: number, from: string]>(
  'select day::text from rental_days where listing_id = $1 and day >= $2 order by day limit 1000',
);

export const isBookedOn = queryAny<[listingId: number, day: string]>(
  'select 1 from rental_days where listing_id = $1 and day = $2',
);
