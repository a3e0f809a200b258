import { PROMISE_VERSION } from '#content/promise/as-described.ts';
import type { OrderTerms } from '#features/payments/order-terms/model/order-terms.ts';
import type { Payment, Quote } from '#features/payments/payments/model/payment.ts';
import { newestTerms, recordRentalPlace } from '#features/payments/server/api.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import { type PlannedItem, planOf } from '../model/payment-plan.ts';
import { moveOrder } from './order-store.ts';

/** Lead time of the first reminder of a sale. */
const REMIND_BEFORE = '3 days';
/** SQL for the first reminder of an order. */
const REMIND_AT = (offer: string, due: string) =>
  `case when ${offer} = 'Sell' then ${due} - interval '${REMIND_BEFORE}' end`;
const MAKE = statement(`
  with made as (
    insert into orders (user_id, offer, life, terms_version, promise_version, remind_at)
    values ($1, $2, $14, $3, case when $2 = 'Sell' then $16::integer end,
      case when $14 = 'active' then ${REMIND_AT('$2', '(select max(due) from unnest($13::timestamptz[]) as due)')} end)
    returning id
  ), car as (
    insert into order_cars (order_id, listing_id, seller_id, booking_id, price_cents, tax_cents, fee_cents, total_cents, commission_cents, sells)
    select made.id, l.id, l.user_id, $5, c.price, c.tax, c.fee, c.total, round(c.price * t.commission_bps / 10000.0), $2 = 'Sell'
    from made, order_terms t,
      unnest($4::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[]) as c (listing, price, tax, fee, total)
      join listings l on l.id = c.listing
    where t.version = $3
  ), term as (
    insert into order_trade_terms (order_id, version, term, chosen_by, reason)
    select id, 1, 'FOB', $1, 'The price of a car is FOB.' from made where $2 = 'Sell'
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
  const made = { life: 'active', termsVersion: terms.version, bookingId, reason } as const;
  const id = await insertOrder(db, payment, [quote], plan, made);
  if (offer === 'Rent') await recordRentalPlace(db, id, quote.listingId);
  return id;
}

/**
 * Makes the order of a payment that waits for a bank transfer, with a quote of each car. The deposit is due on the last day of the hold and
 * the balance by the terms from then on. A hold ends at midnight, so the due time is a moment earlier to name the right day.
 */
export async function makeHeldOrder(
  db: Queryable,
  payment: Payment,
  cars: readonly Quote[],
  terms: OrderTerms,
): Promise<number> {
  const { quote, expiresAt } = payment;
  if (!quote) throw new Error(`payment ${payment.id} has no car`);
  const { offer, totalCents } = quote;
  const lastMoment = new Date(expiresAt.getTime() - 1);
  const plan = planOf(
    { offer, totalCents, depositCents: payment.amountCents, startsAt: lastMoment },
    terms,
    lastMoment,
  );
  const reason = cars.length > 1 ? 'The cars are held for a bank transfer.' : 'The car is held for a bank transfer.';
  return insertOrder(db, payment, cars, plan, { life: 'held', termsVersion: terms.version, bookingId: null, reason });
}

type NewOrder = { life: 'held' | 'active'; termsVersion: number; bookingId: number | null; reason: string };

async function insertOrder(
  db: Queryable,
  payment: Payment,
  cars: readonly Quote[],
  plan: PlannedItem[],
  { life, termsVersion, bookingId, reason }: NewOrder,
): Promise<number> {
  const [row] = await rowsOf<{ id: number }>(db, MAKE, [
    payment.userId,
    payment.quote?.offer,
    termsVersion,
    cars.map(({ listingId }) => listingId),
    bookingId,
    cars.map(({ priceCents }) => priceCents),
    cars.map(({ taxCents }) => taxCents),
    cars.map(({ feeCents }) => feeCents),
    cars.map(({ totalCents }) => totalCents),
    payment.id,
    plan.map(({ kind }) => kind),
    plan.map(({ amountCents }) => amountCents),
    plan.map(({ dueAt }) => dueAt),
    life,
    reason,
    PROMISE_VERSION,
  ]);
  if (!row) throw new Error(`payment ${payment.id} is missing`);
  return row.id;
}

const BOOK = statement(`
  with car as (
    update order_cars set booking_id = made.id from unnest($2::bigint[], $3::bigint[]) as made (listing, id)
    where order_id = $1 and listing_id = made.listing
  )
  update orders set remind_at = ${REMIND_AT('offer', '(select max(due_at) from plan_items where order_id = $1)')} where id = $1`);

/** Makes a held order active with the bookings that its transfer made. The caller allocates the money. */
export async function activateOrder(
  db: Queryable,
  id: number,
  booked: readonly { listingId: number; bookingId: number }[],
): Promise<void> {
  await rowsOf(db, BOOK, [id, booked.map(({ listingId }) => listingId), booked.map(({ bookingId }) => bookingId)]);
  const moved = await moveOrder(db, id, { from: 'held', to: 'active' }, { actor: 'system', actorId: null }, ARRIVED);
  if (!moved) throw new Error(`order ${id} is not held`);
}

const ARRIVED = 'The transfer of the deposit arrived.';
