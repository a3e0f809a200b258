import { type Order, type OrderCar, openCents } from '#features/orders/orders/model/order.ts';
import { type Frozen, frozenOf, type PaidOut, paidOutOf, refundablePayments } from '#features/payments/server/api.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import type { ClaimMoney } from '../model/decision.ts';

const CASH = statement(`
  select coalesce(sum(cents), 0) as cents from allocations where order_id = $1 and cash_receipt_id is not null`);

export type WholeMoney = ClaimMoney & { frozen: Frozen[]; paidOut: PaidOut[]; byPaymentsCents: number };

/** Reads the money that a decision splits. The caller holds the lock of the order. */
export async function moneyOfClaim(db: Queryable, order: Order, cars: OrderCar[]): Promise<WholeMoney> {
  const [frozen, paidOut] = [await frozenOf(db, order.id), await paidOutOf(db, order.id)];
  const payments = await refundablePayments(db, order.id);
  const byPaymentsCents = sum(payments.map(({ leftCents }) => leftCents));
  const cash = (await rowsOf<{ cents: number }>(db, CASH, [order.id]))[0]?.cents ?? 0;
  return {
    frozen,
    paidOut,
    byPaymentsCents,
    life: order.life,
    frozenCents: sum(frozen.map(({ cents }) => cents)),
    paidOutCents: sum(paidOut.map(({ cents }) => cents)),
    openCents: openCents(order),
    refundableCents: byPaymentsCents + cash,
    sellersCents: sum(cars.map(({ priceCents, commissionCents }) => priceCents - commissionCents)),
  };
}

const sum = (cents: number[]) => cents.reduce((total, each) => total + each, 0);
