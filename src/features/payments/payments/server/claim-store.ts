import { isUniqueViolation, type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';

const IS_CLAIMED = statement('select 1 from sale_claims where listing_id = $1');
const CLAIM = statement(
  'insert into sale_claims (listing_id, payment_id) values ($1, $2) on conflict (listing_id) do nothing returning payment_id',
);
const RELEASE = statement('delete from sale_claims where payment_id = $1');
const TAKE_DAYS = statement(
  'insert into rental_days (listing_id, day, payment_id) select $1, day, $3 from unnest($2::date[]) as day order by day',
);
const RELEASE_CAR = statement('delete from sale_claims where payment_id = $1 and listing_id = $2');
const RELEASE_DAYS = statement('delete from rental_days where payment_id = $1');
const DAYS = statement('select day::text from rental_days where listing_id = $1 and day >= $2 order by day limit 1000');
const IS_BOOKED_ON = statement('select 1 from rental_days where listing_id = $1 and day = $2');

/** Returns whether a payment holds or has bought the car. This is only a hint: `claimCar` decides. */
export async function isClaimed(db: Queryable, listingId: number): Promise<boolean> {
  return (await rowsOf(db, IS_CLAIMED, [listingId])).length > 0;
}

/** Claims a car for a payment. Returns false if another payment has it. */
export async function claimCar(db: Queryable, listingId: number, paymentId: number): Promise<boolean> {
  return (await rowsOf(db, CLAIM, [listingId, paymentId])).length > 0;
}

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
export async function releaseClaim(db: Queryable, paymentId: number, listingId: number): Promise<void> {
  await rowsOf(db, RELEASE_CAR, [paymentId, listingId]);
}

/** Returns the booked days of a car from a day on, at most 1,000. */
export async function bookedDaysFrom(db: Queryable, listingId: number, from: string): Promise<string[]> {
  return (await rowsOf<{ day: string }>(db, DAYS, [listingId, from])).map(({ day }) => day);
}

export async function isBookedOn(db: Queryable, listingId: number, day: string): Promise<boolean> {
  return (await rowsOf(db, IS_BOOKED_ON, [listingId, day])).length > 0;
}
