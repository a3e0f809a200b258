import { newestTerms } from '#features/payments/order-terms/server/terms-store.ts';
import { execute, type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import { carTimeZone, type RentalOffer, type RentalTimes } from '../model/rental-offer.ts';

const OF_CAR = statement(`
  select location, coalesce(rental_place, location, '') as place, rental_pick_up_hour as "pickUpHour", rental_return_hour as "returnHour"
  from listings where id = $1`);
const INSERT = statement(`
  insert into rental_places (order_id, time_zone, place, pick_up_hour, return_hour) values ($1, $2, $3, $4, $5)`);
const TIMES = statement(`
  select pick_up_at as "pickUpAt", return_at as "returnAt", return_by as "returnBy", time_zone as "timeZone", place
  from rental_times where order_id = $1`);

type OfCar = { location: string | null; place: string; pickUpHour: number | null; returnHour: number | null };

/** Returns the owner's settings of a car; null hours default to those of the terms. The zone follows the location, because a place may be any address. */
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

/** Condition: a rental of the user carries the fee at a time. `days`: those of the terms. `except`: a rental that does not count. */
const IS_CARRIED = (user: string, at: string, days: string, except: string) => `exists (
  select from rental_fees f where f.user_id = ${user} and f.order_id <> ${except}
    and f.created_at > ${at}::timestamptz - make_interval(days => ${days}::int)
    and f.created_at < ${at}::timestamptz + make_interval(days => ${days}::int))`;
const CARRIED = statement(`select ${IS_CARRIED('$1', '$2', '$3', '$4')} as "isCarried"`);
const OWN = statement(`
  select o.user_id as "userId", o.created_at as "createdAt", o.offer, c.fee_cents as "feeCents"
  from orders o join order_cars c on c.order_id = o.id where o.id = $1`);
/** Selects a canceled rental that carried the fee when the payment of this one began, so that this quote has no fee. */
const LEFT_BEHIND = statement(`
  select c.fee_cents as "feeCents" from orders o join order_cars c on c.order_id = o.id
  where o.user_id = $1 and o.offer = 'Rent' and o.life = 'cancelled' and c.fee_cents > 0 and o.ended_at >= $4
    and o.created_at > $2::timestamptz - make_interval(days => $3::int) order by o.id desc limit 1`);
/**
 * For each rental with the fee, the live one of its renter that has none and was booked within the days: one still to be picked up before those
 * that are out.
 */
const NEXT = statement(`
  select distinct on (gone.id) gone.id as "goneId", g.fee_cents as "feeCents", o.id as "orderId",
    case when t.pick_up_at > $2 then t.pick_up_at else greatest(t.return_at, $2) end as "dueAt", t.time_zone as "timeZone"
  from orders gone join order_cars g on g.order_id = gone.id and g.fee_cents > 0 join orders o on o.user_id = gone.user_id and o.offer = 'Rent' and o.life = 'active' and o.id <> gone.id
    join order_cars c on c.order_id = o.id and c.fee_cents = 0 join rental_times t on t.order_id = o.id
  where gone.id = any($1::bigint[]) and gone.offer = 'Rent'
    and o.created_at > gone.created_at - make_interval(days => $3::int)
    and o.created_at < gone.created_at + make_interval(days => $3::int)
    and not ${IS_CARRIED('o.user_id', 'o.created_at', '$3', 'gone.id')}
  order by gone.id, (t.pick_up_at > $2) desc, t.pick_up_at, o.id`);

/** Makes other transactions that decide about the fee of a renter wait. Taken before the locks of cars, as in a checkout. */
export const lockRentalFee = execute<[userId: number]>('select id from users where id = $1 for no key update');

/** Returns whether a rental booked now includes the registration fee, which is due once within the period of the terms. */
export async function owesRentalFee(db: Queryable, userId: number, now: Date): Promise<boolean> {
  const { rentalFeeDays } = await newestTerms(db);
  return !(await isCarried(db, [userId, now, rentalFeeDays, 0]));
}

async function isCarried(db: Queryable, values: [userId: number, at: Date, days: number, except: number]) {
  return (await rowsOf<{ isCarried: boolean }>(db, CARRIED, values))[0]?.isCarried === true;
}

/**
 * Returns by how many cents the fee of a rental changes that was just booked: less if another rental carries it, more if the one that carried it
 * was canceled since the payment began; 0 for all others. The caller holds the lock of the renter.
 */
export async function feeChangeOf(db: Queryable, orderId: number, paymentBegan: Date): Promise<number> {
  type Own = { userId: number; createdAt: Date; offer: string; feeCents: number };
  const [own] = await rowsOf<Own>(db, OWN, [orderId]);
  if (own?.offer !== 'Rent') return 0;
  const { userId, createdAt, feeCents } = own;
  const { rentalFeeDays: days } = await newestTerms(db);
  if (await isCarried(db, [userId, createdAt, days, orderId])) return -feeCents;
  if (feeCents > 0) return 0;
  return (
    (await rowsOf<{ feeCents: number }>(db, LEFT_BEHIND, [userId, createdAt, days, paymentBegan]))[0]?.feeCents ?? 0
  );
}

/** The rental that carries the fee once another one is canceled. */
export type NextFee = { orderId: number; feeCents: number; dueAt: Date; timeZone: string };

/** Returns where the fee of each rental goes if it is canceled. Those without the fee, or without another live rental of the renter, are left out. */
export async function nextFeesOf(db: Queryable, orderIds: number[], now: Date): Promise<Map<number, NextFee>> {
  if (orderIds.length === 0) return new Map();
  const { rentalFeeDays } = await newestTerms(db);
  const rows = await rowsOf<NextFee & { goneId: number }>(db, NEXT, [orderIds, now, rentalFeeDays]);
  return new Map(rows.map(({ goneId, ...next }) => [goneId, next]));
}

/** Changes the fee of a rental. The caller changes its plan by the same amount. */
export const changeFee = execute<[orderId: number, cents: number]>(`
  update order_cars set fee_cents = fee_cents + $2, total_cents = total_cents + $2 where order_id = $1`);
