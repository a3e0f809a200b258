import type { Payee } from '#features/bookkeeping/bank-statements/model/party-name.ts';
import { MAX_FEE_CENTS } from '#features/bookkeeping/payouts/model/payout.ts';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';

const matched = (payment: string, cents: string) => `(
  select count(*) from live_line_matches m where m.kind = 'refund' and m.payment_id = ${payment} and m.cents = -${cents})`;
const MATCHED = statement(`select ${matched('$1', '$2::bigint')} as times`);
/**
 * Selects the payee of the refund that the next line of an amount belongs to: first refunds that were sent, then one that waits. The payee of
 * refunds from before migration 111 is unknown.
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
type WaitingRefund = RefundLine & { payee: Payee };

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

/** Money returned by transfer, each with the account of the buyer, if it was recorded. */
const GIVEN = `(
  select order_id, at, account_id from cash_returns where method = 'transfer'
  union all select order_id, at, account_id from security_moves where kind = 'returned' and method = 'transfer'
)`;
const cashPayee = (order: string) => `
  select nullif(a.holder, '') as name, nullif(a.account, '') as account from ${GIVEN} g join payout_accounts a on a.id = g.account_id
  where g.order_id = ${order} order by g.at desc limit 1`;
const CASH_PAYEE = statement(cashPayee('$1'));
const IN_TRANSIT = statement(`
  select r.order_id as "orderId", u.name as buyer, t.cents, p.name, p.account
  from (select order_id, min(at) as since from ${GIVEN} given group by 1) r
  join orders o on o.id = r.order_id join users u on u.id = o.user_id
  cross join lateral (
    select coalesce(-sum(l.cents), 0) as cents from ledger_entries e join ledger_lines l on l.entry_id = e.id
    where e.order_id = r.order_id and l.account = 'bank_in_transit'
  ) t
  left join lateral (${cashPayee('r.order_id')}) p on true
  where t.cents >= $1 order by r.since limit 10`);

type CashReturnInTransit = { orderId: number; buyer: string; cents: number; payee: Payee };

/** Returns orders whose cash or security deposit was recorded as returned by transfer and at least this much of it has no line yet. */
export async function cashReturnsInTransit(db: Queryable, cents: number): Promise<CashReturnInTransit[]> {
  const rows = await rowsOf<Omit<CashReturnInTransit, 'payee'> & Payee>(db, IN_TRANSIT, [cents]);
  return rows.map(({ name, account, ...back }) => ({ ...back, payee: { name, account } }));
}

/** Returns the account to which the money of an order was last returned by transfer. */
export async function payeeOfCashReturn(db: Queryable, orderId: number): Promise<Payee> {
  return (await rowsOf<Payee>(db, CASH_PAYEE, [orderId]))[0] ?? { name: null, account: null };
}

/** Of a payout that was recorded by hand as paid, the fee was recorded with it. */
const PAID = statement(`
  select p.id as "payoutId", u.name as seller, p.cents, $1 - p.cents as "feeCents", p.state = 'booked' as "isBookedByHand",
    jsonb_build_object('name', nullif(a.holder, ''), 'account', nullif(a.account, '')) as payee
  from payouts p join users u on u.id = p.seller_id join payout_accounts a on a.id = p.account_id
  where ($2::bigint is null or p.id = $2) and case p.state
    when 'sent' then p.cents between $1 - ${MAX_FEE_CENTS} and $1
    when 'booked' then p.cents + p.fee_cents = $1 and exists (
        select 1 from ledger_entries e join ledger_lines l on l.entry_id = e.id
        where e.source = 'payout' and e.source_id = p.id and e.kind = 'payout' and l.account = 'bank_in_transit')
      and not exists (select 1 from live_line_matches m where m.payout_id = p.id)
    end
  order by p.cents desc, p.sent_at limit 10`);

/** `feeCents`: what the bank charged beyond the payout. */
type SentPayout = {
  payoutId: number;
  seller: string;
  cents: number;
  feeCents: number;
  isBookedByHand: boolean;
  payee: Payee;
};

/** Returns sent payouts whose amount, with a bank fee at most, a line may have paid. */
export function payoutsOf(db: Queryable, cents: number, id: number | null = null): Promise<SentPayout[]> {
  return rowsOf(db, PAID, [cents, id]);
}

/** Refunds of a payment with one amount are alike: a line belongs to one whose return is recorded first, then to one that was sent. */
const RETURNABLE = statement(`
  select p.id as "paymentId", p.order_id as "orderId", u.name as buyer, r.cents, r.cents - $1 as "feeCents",
    r.returned > m.times as "isRecorded", jsonb_build_object('name', payee.name, 'account', payee.account) as payee
  from (
    select payment_id, amount_cents as cents, count(*) as times, count(*) filter (where failed_at is not null) as returned,
      max(coalesce(failed_at, done_at)) as last_at
    from refunds
    where amount_cents between $1 and $1 + ${MAX_FEE_CENTS} and ($2::bigint is null or payment_id = $2 and amount_cents = $1 + $3)
      and (done_at is not null or failed_at is not null and left_by_transfer(id)) group by 1, 2
  ) r join payments p on p.id = r.payment_id join users u on u.id = p.user_id
  cross join lateral (
    select count(*) as times from live_line_matches m
    where m.kind = 'refund_return' and m.payment_id = p.id and m.cents + m.fee_cents = r.cents
  ) m
  left join lateral (
    select nullif(coalesce(a.holder, l.counterparty), '') as name, nullif(coalesce(a.account, l.counterparty_account), '') as account
    from refunds x join refund_transfers t on t.refund_id = x.id left join statement_lines l on l.id = t.payer_line_id
      left join payout_accounts a on a.id = t.account_id
    where x.payment_id = p.id and x.amount_cents = r.cents order by coalesce(x.failed_at, x.done_at) desc limit 1
  ) payee on true
  where p.method = 'bank_transfer' and r.times > m.times
  order by r.returned > m.times desc, r.cents, r.last_at desc limit 10`);

/** `feeCents`: what banks kept of it. `isRecorded`: staff recorded its return. `payee`: who got it last. */
type ReturnableRefund = {
  paymentId: number;
  order: string | null;
  buyer: string;
  cents: number;
  feeCents: number;
  isRecorded: boolean;
  payee: Payee;
};

/**
 * Returns sent refunds by transfer of this amount, or of a fee more, without a matched incoming line; those recorded as returned first. With
 * `chosen`, only those of that payment and exactly that fee.
 */
export async function returnableRefunds(
  db: Queryable,
  cents: number,
  chosen: { paymentId: number; feeCents: number } | null = null,
): Promise<ReturnableRefund[]> {
  type Row = Omit<ReturnableRefund, 'order'> & { orderId: number | null };
  const rows = await rowsOf<Row>(db, RETURNABLE, [cents, chosen?.paymentId ?? null, chosen?.feeCents ?? null]);
  return rows.map(({ orderId, ...refund }) => ({ ...refund, order: orderId === null ? null : orderNumber(orderId) }));
}
