import type { Payment, Quote } from '#features/payments/model/payment.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import type { OrderTerms } from '../model/order.ts';
import { type PlannedItem, planOf } from '../model/payment-plan.ts';
import { moveOrder } from './order-store.ts';

const TERMS = statement(`
  select version, requires_balance as "requiresBalance", requires_contract as "requiresContract", commission_bps as "commissionBps", balance_days as "balanceDays",
    grace_days as "graceDays", hold_days as "holdDays", tolerance_cents as "toleranceCents", tolerance_bps as "toleranceBps",
    plans, country_plans as "countryPlans"
  from order_terms order by version desc limit 1`);
/** A sale is looked at this long before its balance is due. */
const REMIND_BEFORE = '3 days';
/** When a worker looks at the balance of a sale for the first time. */
const REMIND_AT = (offer: string, due: string) =>
  `case when ${offer} = 'Sell' then ${due} - interval '${REMIND_BEFORE}' end`;
const MAKE = statement(`
  with made as (
    insert into orders (user_id, offer, life, terms_version, remind_at)
    values ($1, $2, $14, $3,
      case when $14 = 'active' then ${REMIND_AT('$2', '(select max(due) from unnest($13::timestamptz[]) as due)')} end)
    returning id
  ), car as (
    insert into order_cars (order_id, listing_id, seller_id, booking_id, price_cents, tax_cents, fee_cents, total_cents, commission_cents, sells)
    select made.id, l.id, l.user_id, $5, $6, $7, $8, $9, round($6::bigint * t.commission_bps / 10000.0), $2 = 'Sell'
    from made, listings l, order_terms t where l.id = $4 and t.version = $3
  ), move as (
    insert into order_moves (order_id, to_life, actor, actor_id, reason)
    select id, $14, 'buyer', $1, $15 from made
  ), item as (
    insert into plan_items (order_id, position, kind, amount_cents, due_at)
    select made.id, i.position, i.kind, i.cents, i.due_at
    from made, unnest($11::text[], $12::bigint[], $13::timestamptz[]) with ordinality as i (kind, cents, due_at, position)
    returning id, order_id, position, amount_cents
  ), received as (
    insert into allocations (order_id, plan_item_id, cents, payment_id)
    select order_id, id, amount_cents, $10 from item where position = 1 and $14 = 'active'
  )
  update payments set order_id = made.id from made where payments.id = $10 returning made.id`);

/** Returns the rules of new orders. */
export async function newestTerms(db: Queryable): Promise<OrderTerms> {
  const [terms] = await rowsOf<OrderTerms>(db, TERMS, []);
  if (!terms) throw new Error('there are no terms of orders');
  return terms;
}

/** Makes the order of a captured deposit and its booking, by the newest terms. */
export async function makeOrder(
  db: Queryable,
  payment: Payment,
  { bookingId, startsAt, now }: { bookingId: number; startsAt: Date; now: Date },
): Promise<number> {
  const { quote } = payment;
  if (!quote) throw new Error(`payment ${payment.id} has no car`);
  const terms = await newestTerms(db);
  const { offer, totalCents } = quote;
  const plan = planOf({ offer, totalCents, depositCents: payment.amountCents, startsAt }, terms, now);
  const reason = 'The deposit was captured.';
  return insertOrder(db, payment, quote, plan, { life: 'active', termsVersion: terms.version, bookingId, reason });
}

/**
 * Makes the order of a payment that waits for a bank transfer. The deposit is due when the hold ends, and the balance by the terms
 * from then on.
 */
export async function makeHeldOrder(db: Queryable, payment: Payment, terms: OrderTerms): Promise<number> {
  const { quote, expiresAt } = payment;
  if (!quote) throw new Error(`payment ${payment.id} has no car`);
  const { offer, totalCents } = quote;
  const plan = planOf({ offer, totalCents, depositCents: payment.amountCents, startsAt: expiresAt }, terms, expiresAt);
  const reason = 'The car is held for a bank transfer.';
  return insertOrder(db, payment, quote, plan, { life: 'held', termsVersion: terms.version, bookingId: null, reason });
}

type NewOrder = { life: 'held' | 'active'; termsVersion: number; bookingId: number | null; reason: string };

async function insertOrder(
  db: Queryable,
  payment: Payment,
  { offer, listingId, priceCents, taxCents, feeCents, totalCents }: Quote,
  plan: PlannedItem[],
  { life, termsVersion, bookingId, reason }: NewOrder,
): Promise<number> {
  const [row] = await rowsOf<{ id: number }>(db, MAKE, [
    payment.userId,
    offer,
    termsVersion,
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
    life,
    reason,
  ]);
  if (!row) throw new Error(`payment ${payment.id} is missing`);
  return row.id;
}

const BOOK = statement(`
  with car as (update order_cars set booking_id = $3 where order_id = $1 and listing_id = $2)
  update orders set remind_at = ${REMIND_AT('offer', '(select max(due_at) from plan_items where order_id = $1)')} where id = $1`);

/** Makes a held order active with the booking that its transfer made. The caller allocates the money. */
export async function activateOrder(db: Queryable, id: number, listingId: number, bookingId: number): Promise<void> {
  await rowsOf(db, BOOK, [id, listingId, bookingId]);
  const moved = await moveOrder(db, id, { from: 'held', to: 'active' }, { actor: 'system', actorId: null }, ARRIVED);
  if (!moved) throw new Error(`order ${id} is not held`);
}

const ARRIVED = 'The transfer of the deposit arrived.';
