import type { GatewayMessage } from '#features/payments/gateways/model/charge.ts';
import {
  execute,
  type Queryable,
  query,
  queryAny,
  queryColumn,
  queryFirst,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
import type { PaymentEvents, Payments } from '#lib/server/database/rows.ts';
import { isNotResting } from '#lib/server/jobs/job-runs.ts';
import { canTransition, type Payment, type PaymentState, type Quote } from '../model/payment.ts';
import { POLL_INTERVAL } from './refunds/provider-refund-store.ts';

const PLAIN = [
  'id',
  'user_id',
  'transaction_id',
  'body_hash',
  'order_id',
  'plan_item_id',
  'amount_cents',
  'method',
  'card_brand',
  'card_last4',
  'contact_email',
  'state',
  'outcome',
  'gateway_reference',
  'expires_at',
  'captured_at',
  'created_at',
  'changed_at',
] as const satisfies (keyof Payments)[];
const QUOTED = ['offer', 'price_cents', 'tax_cents', 'fee_cents', 'total_cents'] as const satisfies (keyof Payments)[];

const COLUMNS = `${[...PLAIN, ...QUOTED].join(', ')}, listing_id, start_day::text, end_day::text`;

/** A check constraint ensures that a payment with a listing has all quote columns. */
type QuoteRow =
  | { listing_id: null }
  | ({ listing_id: number; start_day: string | null; end_day: string | null } & {
      [K in (typeof QUOTED)[number]]: NonNullable<Payments[K]>;
    });
type Row = Pick<Payments, (typeof PLAIN)[number]> & QuoteRow;

export type StoredPayment = Payment & { bodyHash: Buffer; changedAt: Date };

function paymentOfRow(row: Row): StoredPayment {
  return {
    id: row.id,
    userId: row.user_id,
    transactionId: row.transaction_id,
    bodyHash: row.body_hash,
    quote: quoteOfRow(row),
    orderId: row.order_id,
    planItemId: row.plan_item_id,
    amountCents: row.amount_cents,
    method: row.method,
    cardBrand: row.card_brand,
    cardLast4: row.card_last4,
    contactEmail: row.contact_email,
    state: row.state,
    outcome: row.outcome,
    gatewayReference: row.gateway_reference,
    expiresAt: row.expires_at,
    capturedAt: row.captured_at,
    createdAt: row.created_at,
    changedAt: row.changed_at,
  };
}

function quoteOfRow(row: Row): Quote | null {
  if (row.listing_id === null) return null;
  return {
    listingId: row.listing_id,
    offer: row.offer,
    priceCents: row.price_cents,
    taxCents: row.tax_cents,
    feeCents: row.fee_cents,
    totalCents: row.total_cents,
    bookingCents: row.amount_cents,
    period: row.start_day !== null && row.end_day !== null ? { startDay: row.start_day, endDay: row.end_day } : null,
  };
}

type NewPayment = Pick<
  Payment,
  'userId' | 'transactionId' | 'quote' | 'orderId' | 'planItemId' | 'amountCents' | 'method' | 'contactEmail'
> & {
  bodyHash: Buffer;
  /** The end of the hold, or after how many minutes from now it ends. */
  hold: Date | number;
  /** Seconds until the worker handles the payment; null for the end of the hold. */
  retryAfterSeconds: number | null;
};

const INSERT = statement(`
  with made as (
    insert into payments (user_id, transaction_id, body_hash, listing_id, offer, price_cents, tax_cents, fee_cents, total_cents,
      start_day, end_day, order_id, plan_item_id, amount_cents, method, contact_email, expires_at, due_at)
    select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, hold.ends,
      coalesce(now() + make_interval(secs => $19), hold.ends)
    from (select coalesce($17::timestamptz, now() + make_interval(mins => $18)) as ends) as hold
    on conflict (user_id, transaction_id) do nothing returning ${COLUMNS}
  ), event as (
    insert into payment_events (payment_id, event, details) select id, 'created', $20 from made
  )
  select * from made`);

/** Inserts a payment and its first event. Returns null if the user has one with that transaction id. */
export async function insertPayment(db: Queryable, payment: NewPayment): Promise<StoredPayment | null> {
  const { quote, userId, transactionId, bodyHash, amountCents, method, contactEmail, hold } = payment;
  const [row] = await rowsOf<Row>(db, INSERT, [
    userId,
    transactionId,
    bodyHash,
    ...columnsOfQuote(quote),
    payment.orderId,
    payment.planItemId,
    amountCents,
    method,
    contactEmail,
    hold instanceof Date ? hold : null,
    hold instanceof Date ? null : hold,
    payment.retryAfterSeconds,
    payment.planItemId === null
      ? { listingId: quote?.listingId ?? null }
      : { orderId: payment.orderId, planItem: payment.planItemId },
  ]);
  return row ? paymentOfRow(row) : null;
}

function columnsOfQuote(quote: Quote | null): unknown[] {
  if (!quote) return Array.from({ length: 8 }, () => null);
  const { listingId, offer, priceCents, taxCents, feeCents, totalCents, period } = quote;
  const days = [period?.startDay ?? null, period?.endDay ?? null];
  return [listingId, offer, priceCents, taxCents, feeCents, totalCents, ...days];
}

const BIND = statement(`
  update payments set listing_id = $2, offer = $3, price_cents = $4, tax_cents = $5, fee_cents = $6, total_cents = $7,
    start_day = $8, end_day = $9, changed_at = now()
  where id = $1 and listing_id is null and state = 'authorised'`);

/** Sets the car of a payment that was authorized without one. */
export async function bindPayment(db: Queryable, id: number, quote: Quote): Promise<void> {
  await rowsOf(db, BIND, [id, ...columnsOfQuote(quote)]);
}

const LOCK_ORDER = statement(
  'select id from orders where id = (select order_id from payments where id = $1) for update',
);
const LOCK = statement(`select ${COLUMNS} from payments where id = $1 for update`);

export const findPayment = queryFirst<StoredPayment, [id: number]>(
  `select ${COLUMNS} from payments where id = $1`,
  paymentOfRow,
);

/** Locks the order of a payment, if it has one, and then the payment. */
export async function lockPayment(db: Queryable, id: number): Promise<StoredPayment | null> {
  await rowsOf(db, LOCK_ORDER, [id]);
  const [row] = await rowsOf<Row>(db, LOCK, [id]);
  return row ? paymentOfRow(row) : null;
}

const CARS_OF_ORDER = statement('select listing_id as id from order_cars where order_id = $1 order by 1');

/** Returns the cars that a payment is for, in the order in which they are locked. */
export async function carsOfPayment(db: Queryable, { quote, orderId }: Payment): Promise<number[]> {
  if (orderId !== null) return (await rowsOf<{ id: number }>(db, CARS_OF_ORDER, [orderId])).map(({ id }) => id);
  return quote ? [quote.listingId] : [];
}

/** Locks the captured payments of an order; the caller holds the lock of the order. */
export const lockPaymentsOfOrder = query<StoredPayment, [orderId: number]>(
  `
  select ${COLUMNS} from payments where order_id = $1 and captured_at is not null order by id for update`,
  paymentOfRow,
);

export const findByTransaction = queryFirst<StoredPayment, [userId: number, transactionId: string]>(
  `select ${COLUMNS} from payments where user_id = $1 and transaction_id = $2`,
  paymentOfRow,
);

/** Returns the payment by which a user holds or bought a car, preferring one that is not captured yet. */
export const findHolding = queryFirst<StoredPayment, [userId: number, listingId: number]>(
  `
  select ${COLUMNS} from payments
  where user_id = $1 and listing_id = $2 and state in ('authorised', 'capturing', 'captured')
  order by (state = 'captured'), created_at desc limit 1`,
  paymentOfRow,
);

/** Returns the user's newest authorized payment without a car. */
export const findUnbound = queryFirst<StoredPayment, [userId: number]>(
  `
  select ${COLUMNS} from payments
  where user_id = $1 and listing_id is null and order_id is null and state = 'authorised'
  order by created_at desc limit 1`,
  paymentOfRow,
);

type StateChange = {
  to: PaymentState;
  outcome?: string | null;
  reference?: string | null;
  cardBrand?: string | null;
  cardLast4?: string | null;
  /** Seconds until the worker handles the payment; null for never. */
  retryAfterSeconds: number | null;
  /** What the history of the payment says about the change. */
  event?: { name: string; details?: Record<string, unknown> };
};

const TRANSITION = statement(`
  with changed as (
    update payments set state = $3, outcome = $4, gateway_reference = coalesce($5, gateway_reference),
      card_brand = coalesce($6, card_brand), card_last4 = coalesce($7, card_last4),
      due_at = now() + make_interval(secs => $8::float8), changed_at = now(),
      captured_at = case when $3 in ('captured', 'refunded') then coalesce(captured_at, now()) end,
      refunds_due_at = case when $3 in ('captured', 'refunded') then coalesce(refunds_due_at, now() + interval '${POLL_INTERVAL}') end
    where id = $1 and state = $2 returning id
  ), event as (
    insert into payment_events (payment_id, event, details) select id, $9, $10 from changed where $9::text is not null
  )
  select id from changed`);

/**
 * Changes the state if the payment is still in `from`; returns whether it was. Throws if `TRANSITIONS` does not allow
 * the change.
 */
export async function transitionPayment(
  db: Queryable,
  id: number,
  from: PaymentState,
  change: StateChange,
): Promise<boolean> {
  const { to, outcome = null, reference = null, cardBrand = null, cardLast4 = null, retryAfterSeconds, event } = change;
  if (!canTransition(from, to)) throw new Error(`a ${from} payment cannot become ${to}`);
  const rows = await rowsOf(db, TRANSITION, [
    id,
    from,
    to,
    outcome,
    reference,
    cardBrand,
    cardLast4,
    retryAfterSeconds,
    event?.name ?? null,
    event?.details ?? {},
  ]);
  return rows.length > 0;
}

/** Hours during which we try to capture the amount, even if the reservation would have been released earlier. */
const CAPTURE_HOURS = 6;
const TAKE = statement(`
  update payments set amount_cents = $2, plan_item_id = $3, expires_at = greatest(expires_at, now() + make_interval(hours => ${CAPTURE_HOURS}))
  where id = $1 and state = 'authorised' and expires_at > now() returning id`);

/**
 * Makes the worker take a part of an amount that is held on a card, for an item of the plan of its order. Returns false if it is not held any
 * more. The caller holds the lock of the order.
 */
export async function takeHeld(
  db: Queryable,
  id: number,
  { cents, planItemId }: { cents: number; planItemId: number },
): Promise<boolean> {
  if ((await rowsOf(db, TAKE, [id, cents, planItemId])).length === 0) return false;
  const event = { name: 'capture decided', details: { cents } };
  return transitionPayment(db, id, 'authorised', { to: 'capturing', event, retryAfterSeconds: 0 });
}

/** Makes the worker release an amount that is held on a card. Returns false if it is not held any more. */
export const endHeld = queryAny<[id: number]>(`
  update payments set expires_at = now(), due_at = now() where id = $1 and state in ('created', 'authorised') returning id`);

const RESCHEDULE =
  statement(`update payments set due_at = now() + make_interval(secs => $2::float8), outcome = coalesce($3, outcome)
  where id = $1`);

/** Sets when the worker handles a payment next; null for never. */
export async function reschedule(
  db: Queryable,
  id: number,
  retryAfterSeconds: number | null,
  outcome: string | null = null,
) {
  await rowsOf(db, RESCHEDULE, [id, retryAfterSeconds, outcome]);
}

/** Leases up to 20 due payments, and as many captures of holds, for `leaseS` seconds. */
export const claimDuePayments = queryColumn<number, [leaseS: number]>(`
  with due as (
    update payments set due_at = now() + make_interval(secs => $1::float8)
    where id in (select id from payments where due_at <= now() and ${isNotResting('payments', 'id')}
      order by due_at limit 20 for update skip locked) returning id
  ), captures as (
    update card_holds set capture_due_at = now() + make_interval(secs => $1::float8)
    where payment_id in (select payment_id from card_holds where capture_due_at <= now() and ${isNotResting('payments', 'payment_id')}
      order by capture_due_at limit 20 for update skip locked) returning payment_id as id
  )
  select id from due union all select id from captures`);

/** Ends leases of `leaseS` seconds on payments, unless due_at was set to another time meanwhile. */
export const handBackPayments = execute<[ids: number[], leaseS: number]>(`
  update payments set due_at = now()
  where id = any($1::bigint[]) and due_at between now() and now() + make_interval(secs => $2::float8)`);

const COUNT_HOLDS = statement(`
  select count(*) as holds from payments
  where user_id = $1 and state in ('created', 'authorised', 'capturing') and method <> 'bank_transfer'
    and not exists (select from card_holds h where h.payment_id = payments.id)`);
const LOCK_USER = statement('select id from users where id = $1 and deleted_at is null for no key update');

/**
 * Counts the cars that a user holds without having paid, other than for a bank transfer. An amount that is held on a card holds no car. Locks the user until the transaction ends, so the count is
 * stable and the account stays open. Returns null if the account is closed.
 */
export async function countHoldsLocked(db: Queryable, userId: number): Promise<number | null> {
  if ((await rowsOf(db, LOCK_USER, [userId])).length === 0) return null;
  const [row] = await rowsOf<{ holds: number }>(db, COUNT_HOLDS, [userId]);
  return row?.holds ?? 0;
}

const EVENT = statement('insert into payment_events (payment_id, event, details) values ($1, $2, $3)');

export async function recordPaymentEvent(
  db: Queryable,
  paymentId: number,
  event: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  await rowsOf(db, EVENT, [paymentId, event, details]);
}

export const paymentEvents = query<
  Pick<PaymentEvents, 'at' | 'event'> & { details: Record<string, unknown> },
  [paymentId: number]
>('select at, event, details from payment_events where payment_id = $1 order by id');

/** Stores a message and, if it is new, makes its payment due. */
const heard = (column: 'due_at' | 'refunds_due_at' | 'disputes_due_at', states: string, lock: string) =>
  statement(`
  with heard as (insert into gateway_messages (id) values ($1) on conflict do nothing returning id), found as (
    select id from payments
    where (id = $2 or gateway_reference = $3) and state in (${states}) and exists (select 1 from heard) for update ${lock}
  )
  update payments set ${column} = now() where id in (select id from found)`);
const HEARD = {
  // A payment that is locked is being settled, and is due again soon if that fails.
  charge: heard('due_at', `'created', 'capturing'`, 'skip locked'),
  refunds: heard('refunds_due_at', `'captured', 'refunded'`, ''),
  // A dispute may be heard of before the capture is booked.
  disputes: heard('disputes_due_at', `'capturing', 'captured', 'refunded'`, ''),
};

/** Stores a webhook message and makes its payment due now. Idempotent per message. */
export async function handleWebhook(db: Queryable, { id, paymentId, reference, topic }: GatewayMessage): Promise<void> {
  await rowsOf(db, HEARD[topic], [id, paymentId, reference]);
}

/** Deletes messages older than `afterS` seconds, which must be longer than a gateway repeats them. */
export const deleteGatewayMessages = execute<[afterS: number]>(
  'delete from gateway_messages where heard_at < now() - make_interval(secs => $1)',
);
