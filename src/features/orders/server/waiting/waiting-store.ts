import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

const ASK = statement(`
  insert into waiting_buyers (listing_id, user_id)
  select l.id, $2 from listings l join sale_claims c on c.listing_id = l.id join payments p on p.id = c.payment_id
  where l.id = $1 and l.status = 'active' and l.deleted_at is null and l.user_id <> $2 and p.user_id <> $2
  on conflict (listing_id, user_id) do update set asked_at = now(), told_at = null where waiting_buyers.told_at is not null
  returning listing_id`);
const WAITS = statement('select 1 from waiting_buyers where listing_id = $1 and user_id = $2 and told_at is null');
const STOP = statement('delete from waiting_buyers where listing_id = $1 and user_id = $2');

/** Puts a user on the list of a car that another buyer holds. Returns false if nobody else holds it or it is the user's own. */
export async function askToWait(db: Queryable, listingId: number, userId: number): Promise<boolean> {
  if ((await rowsOf(db, ASK, [listingId, userId])).length > 0) return true;
  return (await rowsOf(db, WAITS, [listingId, userId])).length > 0;
}

export async function stopWaiting(db: Queryable, listingId: number, userId: number): Promise<void> {
  await rowsOf(db, STOP, [listingId, userId]);
}

const TAKE_NEXT = statement(`
  update waiting_buyers set told_at = $1 where told_at is null and (listing_id, user_id) in (
    select w.listing_id, w.user_id from waiting_buyers w join listings l on l.id = w.listing_id
    where w.told_at is null and l.status = 'active' and l.deleted_at is null
      and not exists (select 1 from sale_claims c where c.listing_id = w.listing_id)
      and not exists (select 1 from waiting_buyers told where told.listing_id = w.listing_id
        and told.told_at > $1::timestamptz - make_interval(hours => $2))
      and not exists (select 1 from waiting_buyers earlier where earlier.listing_id = w.listing_id and earlier.told_at is null
        and (earlier.asked_at, earlier.user_id) < (w.asked_at, w.user_id))
    order by w.asked_at limit 1 for update of l skip locked
  ) returning listing_id as "listingId", user_id as "userId"`);

/**
 * Marks the next buyer of one free car as told, and returns both; null if nobody is to be told. The buyer before had `headStartHours` to
 * decide. Locks the car, so that two workers never tell two buyers of one car, and checks again that nobody told the buyer since the
 * search began. The caller emails the buyer.
 */
export async function takeNextWaiting(
  db: Queryable,
  now: Date,
  headStartHours: number,
): Promise<{ listingId: number; userId: number } | null> {
  return (await rowsOf<{ listingId: number; userId: number }>(db, TAKE_NEXT, [now, headStartHours]))[0] ?? null;
}

const ERASE = statement('delete from waiting_buyers where user_id = $1');
const TO_EXPORT = statement('select listing_id, asked_at, told_at from waiting_buyers where user_id = $1 order by 1');

export async function eraseWaiting(db: Queryable, userId: number): Promise<void> {
  await rowsOf(db, ERASE, [userId]);
}

export function waitingToExport(db: Queryable, userId: number): Promise<Record<string, unknown>[]> {
  return rowsOf(db, TO_EXPORT, [userId]);
}
