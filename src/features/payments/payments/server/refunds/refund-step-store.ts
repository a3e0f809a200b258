import { accountEnd } from '#features/site/issued-documents/model/issuer.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { RefundStep } from '../../model/payment.ts';
import type { OrderRefund } from '../../model/payment-contract.ts';

type Row = {
  id: number;
  amountCents: number;
  byTransfer: boolean;
  step: RefundStep;
  askedAt: Date;
  readyAt: Date;
  accountAt: Date | null;
  account: string | null;
  sentAt: Date | null;
  reference: string | null;
  isRepeated: boolean;
  toPayer: boolean;
};
/** `to_payer`: it went to the account that the transfer came from. */
type SentRefund = OrderRefund & { to_payer: boolean };

const SELECT = `
  select refund_id as id, amount_cents as "amountCents", by_transfer as "byTransfer", step, asked_at as "askedAt", ready_at as "readyAt",
    account_at as "accountAt", account, sent_at as "sentAt", reference,
    failed_at is not null and repeated_cents >= amount_cents as "isRepeated", to_payer as "toPayer"
  from refund_steps`;
const OF_ORDER = statement(`${SELECT} where order_id = $1 order by asked_at, refund_id`);
const OF_PAYMENT = statement(`${SELECT} where payment_id = $1 order by asked_at, refund_id`);

const NEWEST = statement(`
  ${SELECT} where payment_id = $1 and step = $2 order by coalesce(failed_at, done_at) desc, refund_id desc limit 1`);

/** Returns all refunds of an order, the oldest first. */
export async function refundsOfOrder(db: Queryable, orderId: number): Promise<OrderRefund[]> {
  return (await rowsOf<Row>(db, OF_ORDER, [orderId])).map(toRefund);
}

/** Returns all refunds of a payment, the oldest first. */
export async function refundStepsOf(db: Queryable, paymentId: number): Promise<OrderRefund[]> {
  return (await rowsOf<Row>(db, OF_PAYMENT, [paymentId])).map(toRefund);
}

/** Returns the refund of a payment that was sent or failed last. */
export async function newestRefundOf(
  db: Queryable,
  paymentId: number,
  step: 'sent' | 'failed',
): Promise<SentRefund | null> {
  const row = (await rowsOf<Row>(db, NEWEST, [paymentId, step]))[0];
  return row ? { ...toRefund(row), to_payer: row.toPayer } : null;
}

function toRefund(row: Row): OrderRefund {
  const { id, amountCents, byTransfer, step, askedAt, readyAt, accountAt, account, sentAt, reference } = row;
  return {
    id,
    amount_cents: amountCents,
    by_transfer: byTransfer,
    step,
    asked_at: askedAt.toISOString(),
    ready_at: step === 'ready' ? readyAt.toISOString() : null,
    account_at: step === 'account_waits' ? (accountAt?.toISOString() ?? null) : null,
    account_end: account ? accountEnd(account) : null,
    sent_at: sentAt?.toISOString() ?? null,
    reference,
    is_repeated: row.isRepeated,
  };
}
