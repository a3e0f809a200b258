import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

const EVENTS = statement(`
  select order_id as "orderId", step, certainty, happens_at as "happensAt", told_at as "toldAt", note
  from shipment_events where actor = 'seller' and actor_id = $1 order by told_at, id`);
const FORGET = statement('delete from timeline_links where order_id in (select id from orders where user_id = $1)');

/** Returns what a seller has reported, for the export of personal data. */
export function eventsOfUser(db: Queryable, userId: number): Promise<Record<string, unknown>[]> {
  return rowsOf(db, EVENTS, [userId]);
}

/** Ends the secret addresses of a user's calendars. Events and files stay, because they prove what happened to the orders. */
export async function forgetCalendars(db: Queryable, userId: number): Promise<void> {
  await rowsOf(db, FORGET, [userId]);
}
