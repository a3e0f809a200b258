import { type Queryable, rowsOf, statement } from '#platform/database/statement.ts';

export type Refund = { paymentId: number; amountCents: number; done: boolean };
export type AskedBy = 'user' | 'admin' | 'system';
type Row = { payment_id: number; amount_cents: number; done_at: Date | null };

const refundOfRow = (row: Row): Refund => ({
  paymentId: row.payment_id,
  amountCents: row.amount_cents,
  done: row.done_at !== null,
});

const INSERT = statement(`
  insert into refunds (payment_id, captured_cents, amount_cents, reason, asked_by, due_at)
  values ($1, $2, $3, $4, $5, now() + make_interval(secs => 15))
  on conflict (payment_id) do nothing returning payment_id`);
const FIND = statement('select payment_id, amount_cents, done_at from refunds where payment_id = $1');
const DONE = statement(
  'update refunds set done_at = now() where payment_id = $1 and done_at is null returning payment_id',
);
const TAKE_DUE = statement(`
  update refunds set due_at = now() + make_interval(secs => $1::float8)
  where payment_id in (
    select payment_id from refunds where done_at is null and due_at <= now() order by due_at limit 20 for update skip locked
  ) returning payment_id`);

type NewRefund = { paymentId: number; capturedCents: number; amountCents: number; reason: string; askedBy: AskedBy };

/** Asks for a refund; false when one was asked for before. */
export async function insertRefund(db: Queryable, refund: NewRefund): Promise<boolean> {
  const { paymentId, capturedCents, amountCents, reason, askedBy } = refund;
  return (await rowsOf(db, INSERT, [paymentId, capturedCents, amountCents, reason, askedBy])).length > 0;
}

export async function findRefund(db: Queryable, paymentId: number): Promise<Refund | null> {
  const [row] = await rowsOf<Row>(db, FIND, [paymentId]);
  return row ? refundOfRow(row) : null;
}

/** Notes that the money has left; false when that was noted before. */
export async function noteRefunded(db: Queryable, paymentId: number): Promise<boolean> {
  return (await rowsOf(db, DONE, [paymentId])).length > 0;
}

export async function takeDueRefunds(db: Queryable, leaseS: number): Promise<number[]> {
  return (await rowsOf<{ payment_id: number }>(db, TAKE_DUE, [leaseS])).map((row) => row.payment_id);
}
