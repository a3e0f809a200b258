import type pg from 'pg';
import { currentConsignee, pendingConsignee } from '#features/orders/orders/server/consignee-store.ts';
import { findOrderHold, lockOrder } from '#features/orders/orders/server/order-store.ts';
import { type CheckedParty, mailAddressOf, newestEntryId, screenParties } from '#features/people/server/api.ts';
import { type Queryable, rowsOf, statement, withTransaction } from '#lib/server/database/postgres.ts';
import { isNotResting, type Run, workInTurn } from '#lib/server/jobs/job-runs.ts';

const DUE = statement(`
  select o.id from orders o left join order_screenings s on s.order_id = o.id
  where o.life in ('held', 'active') and coalesce(s.up_to, -1) < $1 and ${isNotResting('screening', 'o.id')} order by o.id limit 50`);
const DESTINATIONS = statement(`
  select distinct country from import_answers where order_id = $1`);
/** As bank statements name them. Undoing a match releases its line. */
const PAYERS = statement(`
  select distinct l.counterparty as name from payments p join statement_lines l on l.id = p.statement_line_id
  where p.order_id = $1 and l.counterparty is not null`);
const SCREENED = statement(`
  insert into order_screenings (order_id, up_to) values ($1, $2)
  on conflict (order_id) do update set up_to = greatest(order_screenings.up_to, excluded.up_to), at = now()`);

/**
 * Compares the buyer, by account and as printed on the documents, the consignees, the payers of bank transfers and the destinations of an
 * order with the lists. The caller holds the lock of the order.
 */
export async function screenOrder(db: Queryable, orderId: number, userId: number): Promise<void> {
  const upTo = await newestEntryId(db);
  const parties: CheckedParty[] = [];
  for (const buyer of [await mailAddressOf(db, userId), await findOrderHold(db, orderId)])
    if (buyer) parties.push({ role: 'buyer', name: buyer.name });
  for (const { name } of await rowsOf<{ name: string }>(db, PAYERS, [orderId])) parties.push({ role: 'payer', name });
  const destinations = (await rowsOf<{ country: string }>(db, DESTINATIONS, [orderId])).map(({ country }) => country);
  for (const consignee of [await currentConsignee(db, orderId), await pendingConsignee(db, orderId)]) {
    if (!consignee) continue;
    const { name, idNumber, notifyParty, country } = consignee;
    parties.push({ role: 'consignee', name, idNumber }, { role: 'consignee', name: notifyParty });
    destinations.push(country);
  }
  await screenParties(db, orderId, { parties, destinations });
  await rowsOf(db, SCREENED, [orderId, upTo]);
}

/** Screens up to 50 live orders that were not compared with the newest entries yet. */
export async function screenDueOrders(pool: pg.Pool, onError: (error: unknown) => void, run?: Run): Promise<void> {
  const due = await rowsOf<{ id: number }>(pool, DUE, [await newestEntryId(pool)]);
  await workInTurn(due, {
    pool,
    queue: 'screening',
    itemOf: ({ id }) => String(id),
    work: ({ id }) =>
      withTransaction(pool, async (db) => {
        const order = await lockOrder(db, id);
        if (order) await screenOrder(db, id, order.userId);
      }),
    onError,
    run,
  });
}
