import { newestTerms } from '#features/order-terms/server/api.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import { carTimeZone } from '../model/car-time-zone.ts';
import type { RentalOffer, RentalTimes } from '../model/rental-offer.ts';

const LOCATION = statement('select location from listings where id = $1');
const INSERT = statement('insert into rental_places (order_id, time_zone, place) values ($1, $2, $3)');
const TIMES = statement(`
  select pick_up_at as "pickUpAt", return_at as "returnAt", return_by as "returnBy", time_zone as "timeZone", place
  from rental_times where order_id = $1`);

async function placeOfCar(db: Queryable, listingId: number) {
  const location = (await rowsOf<{ location: string | null }>(db, LOCATION, [listingId]))[0]?.location ?? null;
  return { timeZone: carTimeZone(location), place: location ?? '' };
}

/** Keeps where the car of a new rental is picked up. */
export async function recordRentalPlace(db: Queryable, orderId: number, listingId: number): Promise<void> {
  const { timeZone, place } = await placeOfCar(db, listingId);
  await rowsOf(db, INSERT, [orderId, timeZone, place]);
}

/** Returns what a rental of a car that is booked now agrees about hours and place. */
export async function rentalOfferOf(db: Queryable, listingId: number): Promise<RentalOffer> {
  const { pickUpHour, returnHour, returnGraceMinutes, rentalFeeDays, renterMinAge } = await newestTerms(db);
  const { timeZone, place } = await placeOfCar(db, listingId);
  return {
    pick_up_hour: pickUpHour,
    return_hour: returnHour,
    return_grace_minutes: returnGraceMinutes,
    time_zone: timeZone,
    place,
    fee_days: rentalFeeDays,
    min_age: renterMinAge,
  };
}

/** Returns the times of a booked rental; null for a car for sale. */
export async function rentalTimesOf(db: Queryable, orderId: number): Promise<RentalTimes | null> {
  type Row = { pickUpAt: Date; returnAt: Date; returnBy: Date; timeZone: string; place: string };
  const [row] = await rowsOf<Row>(db, TIMES, [orderId]);
  if (!row) return null;
  return {
    pick_up_at: row.pickUpAt.toISOString(),
    return_at: row.returnAt.toISOString(),
    return_by: row.returnBy.toISOString(),
    time_zone: row.timeZone,
    place: row.place,
  };
}
