import { execute, type Queryable, query, rowsOf, statement } from '#lib/server/database/postgres.ts';
import { isNotResting } from '#lib/server/jobs/job-runs.ts';

const ASK = statement(`
  insert into waiting_buyers (listing_id, user_id)
  select l.id, $2 from listings l join sale_claims c on c.listing_id = l.id join payments p on p.id = c.payment_id
  where l.id = $1 and l.status = 'active' and l.deleted_at is null and l.user_id <> $2 and p.user_id <> $2
  on conflict (listing_id, user_id) do update set asked_at = now(), told_at = null where waiting_buyers.told_at is not null
  returning listing_id`);
const WAITS = statement('select 1 from waiting_buyers where listing_id = $1 and user_id = $2 and told_at is null');

/** Adds a user to the waiting list of a car. Returns false unless another buyer holds it, or if the user owns it. */
export async function askToWait(db: Queryable, listingId: number, userId: number): Promise<boolean> {
  if ((await rowsOf(db, ASK, [listingId, userId])).length > 0) return true;
  return (await rowsOf(db, WAITS, [listingId, userId])).length > 0;
}

export const stopWaiting = execute<[listingId: number, userId: number]>(
  'delete from waiting_buyers where listing_id = $1 and user_id = $2',
);

/** The queue item of a waiting buyer. */
const ITEM = (waiting: string) => `${waiting}.listing_id || '/' || ${waiting}.user_id`;
/** The first waiting buyer of a free car, if no other buyer was emailed within `hours`. */
const IS_NEXT = (now: string, hours: string) => `
  w.told_at is null and l.status = 'active' and l.deleted_at is null
  and not exists (select 1 from sale_claims c where c.listing_id = w.listing_id)
  and not exists (select 1 from waiting_buyers told where told.listing_id = w.listing_id
    and told.told_at > ${now}::timestamptz - make_interval(hours => ${hours}))
  and not exists (select 1 from waiting_buyers earlier where earlier.listing_id = w.listing_id and earlier.told_at is null
    and (earlier.asked_at, earlier.user_id) < (w.asked_at, w.user_id) and ${isNotResting('waiting buyers', ITEM('earlier'))})`;
const LOCK_CAR = statement('select 1 from listings where id = $1 for update');
const TELL = statement(`
  update waiting_buyers w set told_at = $1 from listings l
  where w.listing_id = $3 and w.user_id = $4 and l.id = w.listing_id and ${IS_NEXT('$1', '$2')} returning w.user_id`);

export type WaitingBuyer = { listingId: number; userId: number };
export const itemOfWaiting = ({ listingId, userId }: WaitingBuyer) => `${listingId}/${userId}`;

/** Returns the next buyer of each of up to 50 free cars. The buyer before had `headStartHours` to decide. */
export const nextWaiting = query<WaitingBuyer, [now: Date, headStartHours: number]>(`
  select w.listing_id as "listingId", w.user_id as "userId" from waiting_buyers w join listings l on l.id = w.listing_id
  where ${IS_NEXT('$1', '$2')} and ${isNotResting('waiting buyers', ITEM('w'))}
  order by w.asked_at limit 50`);

/**
 * Marks a buyer as emailed. Locks the car, so two workers never email two buyers of it. Returns false if the buyer is not next any more.
 */
export async function markTold(
  db: Queryable,
  { listingId, userId }: WaitingBuyer,
  now: Date,
  headStartHours: number,
): Promise<boolean> {
  await rowsOf(db, LOCK_CAR, [listingId]);
  return (await rowsOf(db, TELL, [now, headStartHours, listingId, userId])).length > 0;
}

export const eraseWaiting = execute<[userId: number]>('delete from waiting_buyers where user_id = $1');

export const waitingToExport = query<Record<string, unknown>, [userId: number]>(
  'select listing_id, asked_at, told_at from waiting_buyers where user_id = $1 order by 1',
);
