import { AppError } from '#platform/app-error.ts';
import { withTransaction } from '#platform/database/pool.ts';
import type { Queryable } from '#platform/database/statement.ts';
import { postToLedger } from './ledger-store.server.ts';
import { chargeKeyOf } from './payment-gateway.ts';
import { findPayment, lockPayment, movePayment, notePaymentEvent, type StoredPayment } from './payment-store.server.ts';
import type { PaymentTools } from './payment-tools.ts';
import { type AskedBy, findRefund, insertRefund, noteRefunded } from './refund-store.server.ts';

type Asked = { amountCents: number; reason: string; askedBy: AskedBy };

/** Asks for money to go back, in the transaction of what it goes back for. The payment is locked already. */
export async function askRefund(db: Queryable, payment: StoredPayment, asked: Asked): Promise<void> {
  const { id, state, amountCents: capturedCents } = payment;
  if (state === 'refunded') throw new AppError('conflict', 'refunded before', { say: 'refund.twice' });
  if (state !== 'captured') throw new AppError('conflict', `a ${state} payment`, { say: 'refund.none' });
  if (asked.amountCents > capturedCents) throw new AppError('conflict', 'too much', { say: 'refund.tooMuch' });
  if (!(await insertRefund(db, { paymentId: id, capturedCents, ...asked }))) {
    throw new AppError('conflict', 'refund asked before', { say: 'refund.twice' });
  }
  await notePaymentEvent(db, id, 'refund asked', { ...asked });
}

/** Has the gateway give the money back, and writes it down once. Throws `NoAnswer` when it must be tried again. */
export async function settleRefund(tools: PaymentTools, paymentId: number): Promise<void> {
  const [payment, refund] = [await findPayment(tools.pool, paymentId), await findRefund(tools.pool, paymentId)];
  if (!payment || !refund || refund.done) return;
  const { amountCents } = refund;
  await tools.gateway.refund({ ...chargeKeyOf(payment), refundCents: amountCents });
  await withTransaction(tools.pool, async (db) => {
    await lockPayment(db, paymentId);
    if (!(await noteRefunded(db, paymentId))) return;
    await movePayment(db, paymentId, 'captured', { to: 'refunded', dueInS: null });
    await postToLedger(db, paymentId, 'refund', amountCents);
    await notePaymentEvent(db, paymentId, 'refunded', { amountCents });
    await tools.consequences.refunded(db, paymentId);
  });
}
