import type { Payment } from '#features/payments/model/payment.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import { planOf } from '../model/payment-plan.ts';

const TERMS = statement(`
  select version, balance_days as "balanceDays" from order_terms order by version desc limit 1`);
/** A sale is looked at this long before its balance is due. */
const REMIND_BEFORE = '3 days';
const MAKE = statement(`
  with made as (
    insert into orders (user_id, offer, life, terms_version, remind_at)
    values ($1, $2, 'active', $3, case when $2 = 'Sell' then (select max(due) from unnest($13::timestamptz[]) as due) - interval '${REMIND_BEFORE}' end)
    returning id
  ), car as (
    insert into order_cars (order_id, listing_id, seller_id, booking_id, price_cents, tax_cents, fee_cents, total_cents, commission_cents, sells)
    select made.id, l.id, l.user_id, $5, $6, $7, $8, $9, round($6::bigint * t.commission_bps / 10000.0), $2 = 'Sell'
    from made, listings l, order_terms t where l.id = $4 and t.version = $3
  ), move as (
    insert into order_moves (order_id, to_life, actor, actor_id, reason)
    select id, 'active', 'buyer', $1, 'The deposit was captured.' from made
  ), item as (
    insert into plan_items (order_id, position, kind, amount_cents, due_at)
    select made.id, i.position, i.kind, i.cents, i.due_at
    from made, unnest($11::text[], $12::bigint[], $13::timestamptz[]) with ordinality as i (kind, cents, due_at, position)
    returning id, order_id, position, amount_cents
  ), received as (
    insert into allocations (order_id, plan_item_id, cents, payment_id)
    select order_id, id, amount_cents, $10 from item where position = 1
  )
  update payments set order_id = made.id from made where payments.id = $10 returning made.id`);

/** Makes the order of a captured deposit and its booking, by the newest terms. */
export async function makeOrder(
  db: Queryable,
  payment: Payment,
  { bookingId, startsAt, now }: { bookingId: number; startsAt: Date; now: Date },
): Promise<number> {
  const { quote } = payment;
  const [terms] = await rowsOf<{ version: number; balanceDays: number }>(db, TERMS, []);
  if (!quote || !terms) throw new Error(`payment ${payment.id} cannot become an order`);
  const { offer, listingId, priceCents, taxCents, feeCents, totalCents } = quote;
  const plan = planOf({ offer, totalCents, depositCents: payment.amountCents, startsAt }, terms, now);
  const [row] = await rowsOf<{ id: number }>(db, MAKE, [
    payment.userId,
    offer,
    terms.version,
    listingId,
    bookingId,
    priceCents,
    taxCents,
    feeCents,
    totalCents,
    payment.id,
    plan.map(({ kind }) => kind),
    plan.map(({ amountCents }) => amountCents),
    plan.map(({ dueAt }) => dueAt),
  ]);
  if (!row) throw new Error(`payment ${payment.id} is missing`);
  return row.id;
}
