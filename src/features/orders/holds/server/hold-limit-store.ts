import {
  execute,
  type Queryable,
  queryAny,
  queryColumn,
  queryNumber,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
import { isNotResting } from '#lib/server/jobs/job-runs.ts';
import type { NewBuyerHolds } from '../model/hold-limits.ts';
import type { TransferBuyer } from '../model/transfer-form.ts';

const HISTORY = statement(`
  select count(*) filter (where state = 'created') as live,
    count(*) filter (where outcome = 'lapsed' and changed_at > coalesce(
      (select max(restored_at) from hold_rights where user_id = $1), '-infinity')) as lapsed,
    count(*) filter (where created_at > $3::timestamptz - make_interval(days => $4) and (exists (
      select 1 from order_cars c where c.order_id = payments.order_id and c.listing_id = any($2::bigint[]))
      or exists (select 1 from payment_events e where e.payment_id = payments.id and e.event = 'car taken out'
        and (e.details ->> 'listingId')::bigint = any($2::bigint[])))) as "ofCars"
  from payments where user_id = $1 and method = 'bank_transfer' and plan_item_id is null and listing_id is not null`);

/** Counts of a buyer's holds: live ones, those that lapsed since the right was restored, and recent ones of the wanted cars. */
type HoldHistory = { live: number; lapsed: number; ofCars: number };

/** The caller locks the user, which keeps the counts stable. */
export async function holdHistory(
  db: Queryable,
  userId: number,
  listingIds: number[],
  now: Date,
  days: number,
): Promise<HoldHistory> {
  const [history] = await rowsOf<HoldHistory>(db, HISTORY, [userId, listingIds, now, days]);
  if (!history) throw new Error('the holds were not counted');
  return history;
}

/** SQL: a payment that booked a car. Parts of a deposit do not count, because a dollar would end the limits. */
const PAYS_FOR_CAR = "state = 'captured' and listing_id is not null";
const IS_LIMITED = statement(`
  select not exists (select from payments where user_id = $1 and ${PAYS_FOR_CAR})
    and not exists (select from hold_rights where user_id = $1 and restored_at > now() - interval '1 year') as limited`);

/** Returns whether the buyer has never paid and has no approval by the office within the last year. */
export async function isNewBuyer(db: Queryable, userId: number): Promise<boolean> {
  return (await rowsOf<{ limited: boolean }>(db, IS_LIMITED, [userId]))[0]?.limited ?? true;
}

const SELLER = statement('select user_id as id from listings where id = $1');
/** Lock order: the user, the seller, the address, the cars. */
const LOCK_SELLER = statement("select pg_advisory_xact_lock(hashtextextended('holds of seller ' || $1::text, 0))");
const LOCK_ADDRESS = statement("select pg_advisory_xact_lock(hashtextextended('holds for ' || $1, 0))");
const PLAIN_ADDRESS = (country: string, address: string) =>
  `${country} || regexp_replace(lower(${address}), '[^[:alnum:]]', '', 'g')`;
const PLAIN = statement(`select ${PLAIN_ADDRESS('$1::text', '$2::text')} as address`);
/** Counts only cars held by buyers who have never paid. */
const HELD = statement(`
  select count(*) filter (where o.user_id = $1) as own,
    count(*) filter (where o.user_id <> $1 and ${PLAIN_ADDRESS('h.buyer_country', 'h.buyer_address')} = $3) as "ofAddress",
    count(*) filter (where c.seller_id = $2) as "ofSeller",
    (select count(*) from listings where user_id = $2 and offer = 'Sell' and status = 'active' and deleted_at is null) as stock
  from orders o join order_cars c on c.order_id = o.id join order_holds h on h.order_id = o.id
  where o.life = 'held' and not exists (select from payments p where p.user_id = o.user_id and ${PAYS_FOR_CAR})`);

type Wanted = { listingIds: number[] } & Pick<TransferBuyer, 'address' | 'country'>;

/** Counts cars held by new buyers. Blocks other holds of the same seller or address until the transaction ends. */
export async function lockNewBuyerHolds(
  db: Queryable,
  userId: number,
  { listingIds, address, country }: Wanted,
): Promise<NewBuyerHolds> {
  const [seller] = await rowsOf<{ id: number }>(db, SELLER, [listingIds[0]]);
  const [plain] = await rowsOf<{ address: string }>(db, PLAIN, [country, address]);
  await rowsOf(db, LOCK_SELLER, [seller?.id ?? 0]);
  await rowsOf(db, LOCK_ADDRESS, [plain?.address ?? '']);
  const [held] = await rowsOf<Omit<NewBuyerHolds, 'wanted'>>(db, HELD, [userId, seller?.id ?? 0, plain?.address ?? '']);
  if (!held) throw new Error('the holds were not counted');
  return { ...held, wanted: listingIds.length };
}

/** Returns up to 50 orders whose holds end within some hours and whose buyers were not reminded. */
export const holdsToRemind = queryColumn<number, [now: Date, hours: number]>(`
  select h.order_id as id from order_holds h join orders o on o.id = h.order_id
  where o.life = 'held' and h.reminded_at is null and h.until <= $1::timestamptz + make_interval(hours => $2) and h.until > $1
    and ${isNotResting('hold reminders', 'h.order_id')}
  order by h.until limit 50`);

/** Marks a hold as reminded. Returns false if it was before or is over. */
export const markReminded = queryAny<[orderId: number, now: Date]>(`
  update order_holds h set reminded_at = $2 from orders o
  where h.order_id = $1 and o.id = h.order_id and o.life = 'held' and h.reminded_at is null and h.until > $2 returning h.order_id`);

/** Returns how many holds of a user lapsed since the right to hold was last restored. */
export const lapsedHolds = queryNumber<[userId: number]>(`
  select count(*) as lapsed from payments where user_id = $1 and method = 'bank_transfer' and outcome = 'lapsed'
    and changed_at > coalesce((select max(restored_at) from hold_rights where user_id = $1), '-infinity')`);

export const insertRestoredRight = execute<[userId: number, adminId: number, reason: string]>(
  'insert into hold_rights (user_id, admin_id, reason) values ($1, $2, $3)',
);
