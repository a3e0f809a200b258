import { GatewayTimeout } from '#features/gateways/server/api.ts';
import { AppError, type ErrorCode } from '#lib/app-error.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { claimDuePayments } from './payment-store.ts';
import { claimDueRefundSyncs } from './refunds/provider-refund-store.ts';
import { settleRefund } from './refunds/refund-payment.ts';
import { claimDueRefunds } from './refunds/refund-store.ts';
import { syncRefunds } from './refunds/sync-refunds.ts';
import { settlePayment } from './settle-payment.ts';

const LEASE_S = 20;
/** Errors that settling a payment may end in; any other is reported. */
const EXPECTED = new Set<ErrorCode>(['conflict', 'declined', 'overloaded']);

/** Settles every due payment and refund once. A failure is retried when its lease ends. */
export async function settleDuePayments(deps: PaymentDeps, onError: (error: unknown) => void): Promise<void> {
  const { pool } = deps;
  const [payments, refunds] = [await claimDuePayments(pool, LEASE_S), await claimDueRefunds(pool, LEASE_S)];
  const syncs = await claimDueRefundSyncs(pool, LEASE_S);
  const report = (error: unknown) => {
    const isExpected = error instanceof GatewayTimeout || (error instanceof AppError && EXPECTED.has(error.code));
    if (!isExpected) onError(error);
  };
  await Promise.all([
    ...payments.map((id) => settlePayment(deps, id).catch(report)),
    ...refunds.map((id) => settleRefund(deps, id).catch(report)),
    ...syncs.map((id) => syncRefunds(deps, id).catch(report)),
  ]);
}
