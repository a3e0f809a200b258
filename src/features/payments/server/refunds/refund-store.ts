import type { Refunds } from '#lib/server/database/rows.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

/**
 * One of our refunds. `failure`: the provider's reason, null if it did not fail. `owedCents`: part of a failed refund
 * that was not refunded at the provider since.
 */
export type Refund = {
  paymentId: number;
  amountCents: number;
  attempt: number;
  done: boolean;
  failure: string | null;
  owedCents: number;
};
export type AskedBy = Refunds['asked_by'];
type Row = Pick<Refunds, 'payment_id' | 'amount_cents' | 'attempt' | 'done_at' | 'failure'> & { owed_cents: number };

const refundOfRow = (row: Row): Refund => ({
  paymentId: row.payment_id,
  amountCents: row.amount_cents,
  attempt: row.attempt,
  done: row.done_at !== null,
  failure: row.failure,
  owedCents: row.owed_cents,
});

/**
 * Cents of a failed refund that were not refunded at the provider since; never more than what is left of the payment.
 */
const OWED = `(case when refunds.failed_at is null then 0 else (
  select greatest(0, least(
    refunds.amount_cents - coalesce(sum(manual.amount_cents) filter (where manual.heard_at >= refunds.created_at), 0),
    refunds.captured_cents - coalesce(sum(manual.amount_cents), 0)))
  from provider_refunds manual where manual.payment_id = refunds.payment_id and manual.failed_at is null
) end)`;
/** Condition: part of a failed refund is still owed. */
export const IS_OUTSTANDING = `refunds.failed_at is not null and ${OWED} > 0`;

const INSERT = statement(`
  insert into refunds (payment_id, captured_cents, amount_cents, reason, asked_by, approved_by, due_at)
  values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => 15))
  on conflict (payment_id) do update set amount_cents = excluded.amount_cents, reason = excluded.reason,
    asked_by = excluded.asked_by, approved_by = excluded.approved_by, created_at = now(), due_at = excluded.due_at, attempt = refunds.attempt + 1, failed_at = null,
    failure = null
  where ${IS_OUTSTANDING} returning payment_id`);
const FIND = statement(`
  select payment_id, amount_cents, attempt, done_at, failure, ${OWED} as owed_cents
  from refunds where payment_id = any($1::bigint[])`);
const DONE = statement(`
  update refunds set done_at = now() where payment_id = $1 and attempt = $2 and done_at is null and failed_at is null
  returning payment_id`);
const FAILED = statement(`
  update refunds set done_at = null, failed_at = now(), failure = left($3, 100)
  where payment_id = $1 and attempt = $2 and failed_at is null returning payment_id`);
const POSTPONE = statement(
  `update refunds set due_at = now() + interval '1 hour' where payment_id = $1 and done_at is null`,
);
const CLAIM_DUE = statement(`
  update refunds set due_at = now() + make_interval(secs => $1::float8)
  where payment_id in (
    select r.payment_id from refunds r where done_at is null and failed_at is null and due_at <= now()
      and not exists (select 1 from payments p join watch_hits h on h.order_id = p.order_id and h.cleared_at is null
        where p.id = r.payment_id)
    order by due_at limit 20 for update skip locked
  ) returning payment_id`);

const SUM_OUTSTANDING = `
  select coalesce(sum(case when done_at is not null then 0 when failed_at is null then amount_cents else ${OWED} end), 0)
  from refunds`;
/** Cash of an order that was not handed over; staff gives it back by hand. */
const cashOf = (order: string) => `(
  select coalesce(sum(a.cents), 0) from allocations a join orders o on o.id = a.order_id
  where a.order_id = ${order} and a.cash_receipt_id is not null and o.life <> 'completed')`;
const OUTSTANDING_OF_ORDER = statement(`
  select (${SUM_OUTSTANDING} where payment_id in (select id from payments where order_id = $1)) + ${cashOf('$1')} as cents`);
const OUTSTANDING = statement(`
  select (${SUM_OUTSTANDING} where payment_id = $1
    or payment_id in (select other.id from payments mine join payments other on other.order_id = mine.order_id where mine.id = $1)) + ${cashOf('(select order_id from payments where id = $1)')} as cents`);

type NewRefund = {
  paymentId: number;
  capturedCents: number;
  amountCents: number;
  reason: string;
  askedBy: AskedBy;
  approvedBy?: number;
};
const LIMIT = statement('select refund_limit_cents as cents from order_terms order by version desc limit 1');
const BY_ONE_PERSON = statement(`
  select coalesce(sum(r.amount_cents), 0) as cents from refunds r join payments p on p.id = r.payment_id
  where r.asked_by = 'admin' and r.approved_by is null and r.failed_at is null and r.payment_id <> $1
    and p.order_id = (select order_id from payments where id = $1)`);

/** Returns what one person may refund of an order. */
export async function refundLimit(db: Queryable): Promise<number> {
  return (await rowsOf<{ cents: number }>(db, LIMIT, []))[0]?.cents ?? 0;
}

/** Whether an administrator's refund of a payment needs a second person, together with earlier ones of its order that had none. */
export async function needsSecondPerson(db: Queryable, paymentId: number, cents: number): Promise<boolean> {
  const [before] = await rowsOf<{ cents: number }>(db, BY_ONE_PERSON, [paymentId]);
  return cents + (before?.cents ?? 0) > (await refundLimit(db));
}

type Attempt = Pick<Refund, 'paymentId' | 'attempt'>;

/** Inserts a refund, or restarts a failed one whose amount is still owed. Returns false if there is another refund. */
export async function insertRefund(db: Queryable, refund: NewRefund): Promise<boolean> {
  const { paymentId, capturedCents, amountCents, reason, askedBy, approvedBy = null } = refund;
  return (await rowsOf(db, INSERT, [paymentId, capturedCents, amountCents, reason, askedBy, approvedBy])).length > 0;
}

/** Returns what the buyer of a payment is to get back if its order does not go on: our refunds of the order that were not sent, and cash. */
export async function outstandingCents(db: Queryable, paymentId: number): Promise<number> {
  return (await rowsOf<{ cents: number }>(db, OUTSTANDING, [paymentId]))[0]?.cents ?? 0;
}

/** Returns what the buyer is to get back if the order does not go on: our refunds that were not sent, and cash. */
export async function outstandingOfOrder(db: Queryable, orderId: number): Promise<number> {
  return (await rowsOf<{ cents: number }>(db, OUTSTANDING_OF_ORDER, [orderId]))[0]?.cents ?? 0;
}

export async function findRefund(db: Queryable, paymentId: number): Promise<Refund | null> {
  return (await refundsByPayment(db, [paymentId])).get(paymentId) ?? null;
}

/** Returns our own refunds, not those made at the provider, by payment id. */
export async function refundsByPayment(db: Queryable, paymentIds: number[]): Promise<Map<number, Refund>> {
  const rows = await rowsOf<Row>(db, FIND, [paymentIds]);
  return new Map(rows.map((row) => [row.payment_id, refundOfRow(row)]));
}

/** Marks a refund as sent. Returns false if it was recorded before. */
export async function recordRefunded(db: Queryable, { paymentId, attempt }: Attempt): Promise<boolean> {
  return (await rowsOf(db, DONE, [paymentId, attempt])).length > 0;
}

/** Marks a refund as failed. Returns false if it was recorded before. */
export async function recordRefundFailed(
  db: Queryable,
  { paymentId, attempt }: Attempt,
  failure: string,
): Promise<boolean> {
  return (await rowsOf(db, FAILED, [paymentId, attempt, failure])).length > 0;
}

/** Postpones the next check of a refund that the provider has accepted but not decided. */
export async function scheduleRefund(db: Queryable, paymentId: number): Promise<void> {
  await rowsOf(db, POSTPONE, [paymentId]);
}

export async function claimDueRefunds(db: Queryable, leaseS: number): Promise<number[]> {
  return (await rowsOf<Pick<Refunds, 'payment_id'>>(db, CLAIM_DUE, [leaseS])).map((row) => row.payment_id);
}
