import { NoAnswer } from '#features/gateways/server/api.ts';
import { AppError, type ErrorCode } from '#lib/app-error.ts';
import type { PaymentTools } from './payment-deps.ts';
import { takeDuePayments } from './payment-store.ts';
import { takeRefundNews } from './provider-refund-store.ts';
import { settleRefund } from './refund-payment.ts';
import { takeDueRefunds } from './refund-store.ts';
import { settlePayment } from './settle-payment.ts';
import { hearRefunds } from './sync-refunds.ts';

const LEASE_S = 20;
/** What a payment may come to while it is settled; anything else is a fault of ours that somebody must hear of. */
const EXPECTED = new Set<ErrorCode>(['conflict', 'declined', 'overloaded']);

/** Looks after every payment and refund that is due, once. What fails is looked at again when its lease ends. */
export async function settleDue(tools: PaymentTools, onError: (error: unknown) => void): Promise<void> {
  const { pool } = tools;
  const [payments, refunds] = [await takeDuePayments(pool, LEASE_S), await takeDueRefunds(pool, LEASE_S)];
  const told = await takeRefundNews(pool, LEASE_S);
  const report = (error: unknown) => {
    const isExpected = error instanceof NoAnswer || (error instanceof AppError && EXPECTED.has(error.code));
    if (!isExpected) onError(error);
  };
  await Promise.all([
    ...payments.map((id) => settlePayment(tools, id).catch(report)),
    ...refunds.map((id) => settleRefund(tools, id).catch(report)),
    ...told.map((id) => hearRefunds(tools, id).catch(report)),
  ]);
}
