import { newestTerms } from '#features/payments/order-terms/server/terms-store.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import { carTimeZone } from '../model/car-time-zone.ts';
import type { RentalOffer, RentalTimes } from '../model/rental-offer.ts';

const OF_CAR = statement(`
  select location, coalesce(rental_place, location, '') as place, rental_pick_up_hour as "pickUpHour", rental_return_hour as "returnHour"
  from listings where id = $1`);
const INSERT = statement(`
  insert into rental_places (order_id, time_zone, place, pick_up_hour, return_hour) values ($1, $2, $3, $4, $5)`);
const TIMES = statement(`
  select pick_up_at as "pickUpAt", return_at as "returnAt", return_by as "returnBy", time_zone as "timeZone", place
  from rental_times where order_id = $1`);

type OfCar = { location: string | null; place: string; pickUpHour: number | null; returnHour: number | null };

/** What the owner of a car has set; hours are null for those of the terms. The zone is that of the location, because a place may be any address. */
async function placeOfCar(db: Queryable, listingId: number) {
  const [car] = await rowsOf<OfCar>(db, OF_CAR, [listingId]);
  const { location = null, place = '', pickUpHour = null, returnHour = null } = car ?? {};
  return { timeZone: carTimeZone(location), place, pickUpHour, returnHour };
}

/** Keeps when and where the car of a new rental is picked up. */
export async function recordRentalPlace(db: Queryable, orderId: number, listingId: number): Promise<void> {
  const { timeZone, place, pickUpHour, returnHour } = await placeOfCar(db, listingId);
  await rowsOf(db, INSERT, [orderId, timeZone, place, pickUpHour, returnHour]);
}

/** Returns what a rental of a car that is booked now agrees about hours and place. */
export async function rentalOfferOf(db: Queryable, listingId: number): Promise<RentalOffer> {
  const { returnGraceMinutes, rentalFeeDays, renterMinAge, ...terms } = await newestTerms(db);
  const { timeZone, place, pickUpHour, returnHour } = await placeOfCar(db, listingId);
  return {
    pick_up_hour: pickUpHour ?? terms.pickUpHour,
    return_hour: returnHour ?? terms.returnHour,
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
