import type { Refunds } from '#lib/server/database/rows.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

/**
 * `failure`: why the provider could not give the money back; null where it did not fail. `owedCents`: what of a refund
 * that failed has
 * not been given back by hand since.
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
 * What of a row of `refunds` failed and was not given back at the provider since it was asked for; never more than is
 * still here.
 */
const OWED = `(case when refunds.failed_at is null then 0 else (
  select greatest(0, least(
    refunds.amount_cents - coalesce(sum(given.amount_cents) filter (where given.heard_at >= refunds.created_at), 0),
    refunds.captured_cents - coalesce(sum(given.amount_cents), 0)))
  from provider_refunds given where given.payment_id = refunds.payment_id and given.failed_at is null
) end)`;
/** That something of it is owed. */
export const IS_OUTSTANDING = `refunds.failed_at is not null and ${OWED} > 0`;

const INSERT = statement(`
  insert into refunds (payment_id, captured_cents, amount_cents, reason, asked_by, due_at)
  values ($1, $2, $3, $4, $5, now() + make_interval(secs => 15))
  on conflict (payment_id) do update set amount_cents = excluded.amount_cents, reason = excluded.reason,
    asked_by = excluded.asked_by, created_at = now(), due_at = excluded.due_at, attempt = refunds.attempt + 1, failed_at = null,
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
const WAIT = statement(
  `update refunds set due_at = now() + interval '1 hour' where payment_id = $1 and done_at is null`,
);
const TAKE_DUE = statement(`
  update refunds set due_at = now() + make_interval(secs => $1::float8)
  where payment_id in (
    select payment_id from refunds where done_at is null and failed_at is null and due_at <= now()
    order by due_at limit 20 for update skip locked
  ) returning payment_id`);

type NewRefund = { paymentId: number; capturedCents: number; amountCents: number; reason: string; askedBy: AskedBy };
type Attempt = Pick<Refund, 'paymentId' | 'attempt'>;

/**
 * Asks for a refund, again where the one before failed and its money is still here; false when there is one already.
 */
export async function insertRefund(db: Queryable, refund: NewRefund): Promise<boolean> {
  const { paymentId, capturedCents, amountCents, reason, askedBy } = refund;
  return (await rowsOf(db, INSERT, [paymentId, capturedCents, amountCents, reason, askedBy])).length > 0;
}

export async function findRefund(db: Queryable, paymentId: number): Promise<Refund | null> {
  return (await refundsByPayment(db, [paymentId])).get(paymentId) ?? null;
}

/** Returns our own refunds, not those made at the provider, by payment id. */
export async function refundsByPayment(db: Queryable, paymentIds: number[]): Promise<Map<number, Refund>> {
  const rows = await rowsOf<Row>(db, FIND, [paymentIds]);
  return new Map(rows.map((row) => [row.payment_id, refundOfRow(row)]));
}

/** Notes that the money has left; false when that was noted before. */
export async function recordRefunded(db: Queryable, { paymentId, attempt }: Attempt): Promise<boolean> {
  return (await rowsOf(db, DONE, [paymentId, attempt])).length > 0;
}

/** Notes that the money did not leave, or came back; false when that was noted before. */
export async function recordRefundFailed(
  db: Queryable,
  { paymentId, attempt }: Attempt,
  failure: string,
): Promise<boolean> {
  return (await rowsOf(db, FAILED, [paymentId, attempt, failure])).length > 0;
}

/** Lets a refund that the provider has accepted wait for its decision. */
export async function scheduleRefund(db: Queryable, paymentId: number): Promise<void> {
  await rowsOf(db, WAIT, [paymentId]);
}

export async function claimDueRefunds(db: Queryable, leaseS: number): Promise<number[]> {
  return (await rowsOf<Pick<Refunds, 'payment_id'>>(db, TAKE_DUE, [leaseS])).map((row) => row.payment_id);
}
