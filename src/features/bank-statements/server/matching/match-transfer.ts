import { findOrder, receiveTransfer } from '#features/orders/server/api.ts';
import { isPending, lockTransferRefunds, recordTransferRefundSent } from '#features/payments/server/api.ts';
import { recordPayoutBooked } from '#features/payouts/server/api.ts';
import { screenParties } from '#features/watch-lists/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { payoutsOf } from '../outgoing/payout-line-store.ts';
import { timesMatched } from '../outgoing/refund-line-store.ts';
import { type Matched, type Matching, refusedMatch } from './match-case.ts';
import { insertMatch } from './match-store.ts';
import { ordersNamed } from './order-candidate-store.ts';
import { isOtherPayer } from './suggest-orders.ts';

/** Matches incoming money to an order. A payer other than the buyer needs a reason. */
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
    revivedBy: body.revive ? adminId : undefined,
  });
  if (!received) throw refusedMatch('statements.match.twice');
  // Receiving the money took the lock of the order.
  if (line.counterparty !== null)
    await screenParties(db, orderId, { parties: [{ role: 'payer', name: line.counterparty }], destinations: [] });
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

/**
 * Matches outgoing money to a refund by transfer, and records the refund as sent if it was not. Refunds of one payment with the same amount
 * are alike, so a line belongs to a sent one first.
 */
export async function matchRefund({ deps, db, line, body, adminId }: Matching): Promise<Matched> {
  const { payment_id: paymentId = 0, reason = null } = body;
  const refunds = (await lockTransferRefunds(db, paymentId)).filter(({ amountCents }) => amountCents === -line.cents);
  if (refunds.length === 0) throw refusedMatch('statements.match.noRefund', 'payment_id');
  const before = await timesMatched(db, paymentId, -line.cents);
  const isSentUnmatched = refunds.filter(({ done }) => done).length > before;
  const waiting = refunds.find(isPending);
  if (!isSentUnmatched && !waiting) throw refusedMatch('statements.match.refundTwice');
  if (!isSentUnmatched && waiting)
    await recordTransferRefundSent(db, deps.orders.payments, waiting, { reference: line.bankReference });
  const matchId = await insertMatch(db, { lineId: line.id, kind: 'refund', paymentId, reason, matchedBy: adminId });
  return { matchId, details: { paymentId } };
}

/** Matches outgoing money to a payout on its way. Anything beyond the payout is a bank fee. */
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
