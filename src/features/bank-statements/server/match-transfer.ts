import { findOrder, receiveTransfer } from '#features/orders/server/api.ts';
import { findRefund, recordTransferRefundSent } from '#features/payments/server/api.ts';
import { recordPayoutBooked } from '#features/payouts/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { type Matched, type Matching, refusedMatch } from './match-case.ts';
import { insertMatch } from './match-store.ts';
import { ordersNamed } from './order-candidate-store.ts';
import { payoutsOf } from './outgoing/payout-line-store.ts';
import { isRefundMatched } from './outgoing/refund-line-store.ts';
import { isOtherPayer } from './suggest-orders.ts';

/** Matches money that came in to an order. Somebody else than the buyer may pay, with a reason. */
export async function matchOrder({ deps, db, line, body, adminId }: Matching): Promise<Matched> {
  const { order_id: orderId = 0, reason = null } = body;
  const [order] = await ordersNamed(db, [orderId], []);
  if (!order || !(await findOrder(db, orderId))) throw refusedMatch('statements.match.noOrder', 'order_id');
  const payerDiffers = isOtherPayer(line, order);
  if (payerDiffers && !reason) {
    throw new AppError('conflict', 'somebody else paid', {
      write: (t) => t('statements.match.payerDiffers', { payer: line.counterparty ?? '', buyer: order.buyer }),
      fields: { reason: { messageKey: 'statements.match.payerReason' } },
    });
  }
  const received = await receiveTransfer(db, deps.orders, {
    orderId,
    cents: line.cents,
    reference: line.bankReference,
    sourceLineId: line.id,
    receivedAt: new Date(`${line.bookedOn}T00:00:00Z`),
  });
  if (!received) throw refusedMatch('statements.match.twice');
  const { paymentId, outcome, shortfallCents, surplusCents } = received;
  const matchId = await insertMatch(db, {
    lineId: line.id,
    kind: 'order',
    orderId,
    paymentId,
    payerDiffers,
    reason,
    matchedBy: adminId,
  });
  return { matchId, details: { orderId, paymentId, outcome, shortfallCents, surplusCents, payerDiffers } };
}

/** Matches money that went out to a refund by transfer. It is thereby recorded as sent, unless that was done before. */
export async function matchRefund({ deps, db, line, body, adminId }: Matching): Promise<Matched> {
  const { payment_id: paymentId = 0, reason = null } = body;
  const refund = await findRefund(db, paymentId);
  if (refund?.amountCents !== -line.cents) throw refusedMatch('statements.match.noRefund', 'payment_id');
  await recordTransferRefundSent(db, deps.orders.payments, paymentId, { reference: line.bankReference });
  // Recording it took the lock of the payment.
  if (await isRefundMatched(db, paymentId)) throw refusedMatch('statements.match.refundTwice');
  const matchId = await insertMatch(db, { lineId: line.id, kind: 'refund', paymentId, reason, matchedBy: adminId });
  return { matchId, details: { paymentId } };
}

/** Matches money that went out to a payout on its way. What the bank charged beyond it is a fee. */
export async function matchPayout({ db, line, body, adminId }: Matching): Promise<Matched> {
  const { payout_id: payoutId = 0, reason = null } = body;
  const [payout] = await payoutsOf(db, -line.cents, payoutId);
  if (!payout) throw refusedMatch('statements.match.noPayout', 'payout_id');
  const { feeCents } = payout;
  await recordPayoutBooked(db, payoutId, { feeCents, from: 'unidentified_receipts' });
  const matchId = await insertMatch(db, {
    lineId: line.id,
    kind: 'payout',
    payoutId,
    feeCents,
    reason,
    matchedBy: adminId,
  });
  return { matchId, details: { payoutId, feeCents } };
}
