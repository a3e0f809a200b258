import type { Payment } from '#features/payments/payments/model/payment.ts';
import type { PaymentHooks } from '#features/payments/server/api.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { allocate, allocateReturn } from '../model/payment-plan.ts';
import { lockOrder, orderIdOfPayment } from './order-store.ts';
import { insertAllocations, planOfOrder, surplusOf } from './plan-store.ts';

/** Records captured and returned payments in the order that they belong to. */
export const orderPayments: Pick<PaymentHooks, 'onItemPaid' | 'onReturned'> = {
  async onItemPaid(db, { id: paymentId, orderId, planItemId, amountCents }: Payment) {
    if (orderId === null) throw new Error(`payment ${paymentId} has no order`);
    const order = await lockOrder(db, orderId);
    const isOpen = order?.life === 'active';
    const parts = isOpen
      ? allocate(await planOfOrder(db, orderId), amountCents, planItemId)
      : [{ itemId: null, cents: amountCents }];
    await insertAllocations(db, orderId, parts, { paymentId });
    return isOpen;
  },
  async onReturned(db, paymentId, cents) {
    const orderId = await orderIdOfPayment(db, paymentId);
    if (orderId === null) return;
    const items = await planOfOrder(db, orderId);
    const parts = cents > 0 ? allocateReturn(items, await surplusOf(db, orderId), cents) : allocate(items, -cents);
    await insertAllocations(db, orderId, parts, { paymentId });
  },
};

/** Allocates money that no payment brought. The caller holds the lock of the order. */
export async function allocateCash(
  db: Queryable,
  orderId: number,
  cashReceiptId: number,
  cents: number,
): Promise<void> {
  await insertAllocations(db, orderId, allocate(await planOfOrder(db, orderId), cents), { cashReceiptId });
}
