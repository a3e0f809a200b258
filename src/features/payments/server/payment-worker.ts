import { GatewayTimeout } from '#features/gateways/server/api.ts';
import { AppError, type ErrorCode } from '#lib/app-error.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { claimDuePayments } from './payment-store.ts';
import { claimDueRefundSyncs } from './provider-refund-store.ts';
import { settleRefund } from './refund-payment.ts';
import { claimDueRefunds } from './refund-store.ts';
import { settlePayment } from './settle-payment.ts';
import { syncRefunds } from './sync-refunds.ts';

const LEASE_S = 20;
/** What a payment may come to while it is settled; anything else is a fault of ours that somebody must hear of. */
const EXPECTED = new Set<ErrorCode>(['conflict', 'declined', 'overloaded']);

/** Looks after every payment and refund that is due, once. What fails is looked at again when its lease ends. */
export async function settleDuePayments(deps: PaymentDeps, onError: (error: unknown) => void): Promise<void> {
  const { pool } = deps;
  const [payments, refunds] = [await claimDuePayments(pool, LEASE_S), await claimDueRefunds(pool, LEASE_S)];
  const told = await claimDueRefundSyncs(pool, LEASE_S);
  const report = (error: unknown) => {
    const isExpected = error instanceof GatewayTimeout || (error instanceof AppError && EXPECTED.has(error.code));
    if (!isExpected) onError(error);
  };
  await Promise.all([
    ...payments.map((id) => settlePayment(deps, id).catch(report)),
    ...refunds.map((id) => settleRefund(deps, id).catch(report)),
    ...told.map((id) => syncRefunds(deps, id).catch(report)),
  ]);
}
