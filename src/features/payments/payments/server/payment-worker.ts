import { GatewayTimeout } from '#features/payments/gateways/server/payment-gateway.ts';
import { AppError, type ErrorCode } from '#lib/app-error.ts';
import type { Run } from '#lib/server/jobs/job-runs.ts';
import { workAtOnce } from '#lib/server/jobs/job-runs.ts';
import { claimDueDisputes, handBackDisputes } from './disputes/dispute-store.ts';
import { syncDisputes } from './disputes/sync-disputes.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { claimDuePayments, handBackPayments } from './payment-store.ts';
import { claimDueRefundSyncs, handBackRefundSyncs } from './refunds/provider-refund-store.ts';
import { settleRefund } from './refunds/refund-payment.ts';
import { claimDueRefunds, handBackRefunds } from './refunds/refund-store.ts';
import { syncRefunds } from './refunds/sync-refunds.ts';
import { settlePayment } from './settle-payment.ts';

const LEASE_S = 20;
/** Errors that settling a payment may end in; any other is reported. */
const EXPECTED = new Set<ErrorCode>(['conflict', 'declined', 'overloaded']);

/** Settles every due payment and refund once. A failed one is retried when its lease ends, or by another process if this one stops. */
export async function settleDuePayments(
  deps: PaymentDeps,
  onError: (error: unknown) => void,
  run?: Run,
): Promise<void> {
  const { pool } = deps;
  const [payments, refunds] = [await claimDuePayments(pool, LEASE_S), await claimDueRefunds(pool, LEASE_S)];
  const disputes = await claimDueDisputes(pool, LEASE_S);
  const syncs = await claimDueRefundSyncs(pool, LEASE_S);
  const isExpected = (error: unknown) =>
    error instanceof GatewayTimeout || (error instanceof AppError && EXPECTED.has(error.code));
  const each = (
    queue: string,
    ids: number[],
    work: (deps: PaymentDeps, id: number) => Promise<unknown>,
    handBack: (db: typeof pool, ids: number[], leaseS: number) => Promise<void>,
  ) =>
    workAtOnce(ids, {
      pool,
      queue,
      isExpected,
      work: (id) => work(deps, id),
      handBack: (failed) => handBack(pool, failed, LEASE_S),
      onError,
      run,
    });
  await Promise.all([
    each('payments', payments, settlePayment, handBackPayments),
    each('refunds', refunds, settleRefund, handBackRefunds),
    each('disputes', disputes, syncDisputes, handBackDisputes),
    each('refund checks', syncs, syncRefunds, handBackRefundSyncs),
  ]);
}
