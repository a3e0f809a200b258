import { orderNumber } from '#features/orders/orders/model/order.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { Payee } from '../../model/payee.ts';

const matched = (payment: string, cents: string) => `(
  select count(*) from live_line_matches m where m.kind = 'refund' and m.payment_id = ${payment} and m.cents = -${cents})`;
const MATCHED = statement(`select ${matched('$1', '$2::bigint')} as times`);
/**
 * Where the refund went, or is to go, to which the next line of an amount belongs: those that left come first, then one that waits. Nobody recorded
 * where refunds from before migration 111 went.
 */
const payee = (payment: string, cents: string) => `
  select nullif(coalesce(a.holder, l.counterparty), '') as name, nullif(coalesce(a.account, l.counterparty_account), '') as account
  from refunds r join payments b on b.id = r.payment_id left join refund_transfers t on t.refund_id = r.id
    left join statement_lines l on l.id = t.payer_line_id
    left join payout_accounts a on a.id = case when t.refund_id is not null then t.account_id
      when r.done_at is null then payout_account_in_force(b.user_id) end
  where r.payment_id = ${payment} and r.amount_cents = ${cents} and (r.failed_at is null or left_by_transfer(r.id))
  order by r.done_at is null and r.failed_at is null, r.id offset ${matched(payment, cents)} limit 1`;
const PAYEE = statement(payee('$1', '$2::bigint'));
const WAITING = statement(`
  select p.id as "paymentId", p.order_id as "orderId", u.name as buyer, $1::bigint as cents, t.name, t.account
  from (
    select payment_id, count(*) as refunds, min(created_at) as since from refunds
    where amount_cents = $1 and (failed_at is null or left_by_transfer(id)) group by payment_id
  ) as r join payments p on p.id = r.payment_id join users u on u.id = p.user_id
  left join lateral (${payee('p.id', '$1::bigint')}) t on true
  where p.method = 'bank_transfer' and r.refunds > ${matched('p.id', '$1::bigint')}
  order by r.since limit 10`);

type RefundLine = { paymentId: number; order: string | null; buyer: string; cents: number };
export type WaitingRefund = RefundLine & { payee: Payee };

/** Returns payments with refunds by transfer of an amount that no line was matched to, each with who should get it. */
export async function refundsOf(db: Queryable, cents: number): Promise<WaitingRefund[]> {
  type Row = Omit<WaitingRefund, 'order' | 'payee'> & Payee & { orderId: number | null };
  const rows = await rowsOf<Row>(db, WAITING, [cents]);
  return rows.map(({ orderId, name, account, ...refund }) => ({
    ...refund,
    order: orderId === null ? null : orderNumber(orderId),
    payee: { name, account },
  }));
}

/** Returns who should get the refund of a payment to which the next line of an amount belongs. */
export async function payeeOf(db: Queryable, paymentId: number, cents: number): Promise<Payee> {
  return (await rowsOf<Payee>(db, PAYEE, [paymentId, cents]))[0] ?? { name: null, account: null };
}

const RETURNED = statement(`
  select count(*) as times from refunds
  where payment_id = $1 and amount_cents = $2 and failed_at is not null and left_by_transfer(id)`);

/** Returns how many refunds of a payment with an amount left our account and came back. */
export async function timesReturned(db: Queryable, paymentId: number, cents: number): Promise<number> {
  return (await rowsOf<{ times: number }>(db, RETURNED, [paymentId, cents]))[0]?.times ?? 0;
}

/** Returns how many lines were matched to refunds of a payment with an amount. */
export async function timesMatched(db: Queryable, paymentId: number, cents: number): Promise<number> {
  return (await rowsOf<{ times: number }>(db, MATCHED, [paymentId, cents]))[0]?.times ?? 0;
}
