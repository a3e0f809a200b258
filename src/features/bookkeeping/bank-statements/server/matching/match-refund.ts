import {
  isPending,
  lockTransferRefunds,
  postMatch,
  recordTransferRefundReturned,
  recordTransferRefundSent,
} from '#features/payments/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { payeeDiffers } from '../../model/payee.ts';
import { payeeOf, timesMatched, timesReturned } from '../outgoing/refund-line-store.ts';
import { returnableRefunds } from '../returned-refund-store.ts';
import { type Matched, type Matching, refusedMatch } from './match-case.ts';
import { insertMatch } from './match-store.ts';

/**
 * Matches outgoing money to a refund by transfer, and records the refund as sent if it was not. Refunds of one payment with the same amount
 * are alike, so a line belongs to a sent one first, also to one that the bank returned later. A line that names somebody else needs a reason.
 */
export async function matchRefund({ deps, db, line, cents, body, by }: Matching): Promise<Matched> {
  const { payment_id: paymentId = 0, reason = null } = body;
  const refunds = (await lockTransferRefunds(db, paymentId)).filter(({ amountCents }) => amountCents === -cents);
  if (refunds.length === 0) throw refusedMatch('statements.match.noRefund', 'payment_id');
  const before = await timesMatched(db, paymentId, -cents);
  const left = refunds.filter(({ done }) => done).length + (await timesReturned(db, paymentId, -cents));
  const isSentUnmatched = left > before;
  const waiting = refunds.find(isPending);
  if (!isSentUnmatched && !waiting) throw refusedMatch('statements.match.refundTwice');
  const payerDiffers = payeeDiffers(line, await payeeOf(db, paymentId, -cents));
  if (payerDiffers && !reason) throw otherPayee();
  if (!isSentUnmatched && waiting)
    await recordTransferRefundSent(db, deps.orders.payments, waiting, { reference: line.bankReference });
  const matchId = await insertMatch(db, {
    lineId: line.id,
    kind: 'refund',
    cents,
    paymentId,
    payerDiffers,
    reason,
    ...by,
  });
  return { matchId, details: { paymentId, payerDiffers } };
}

export const otherPayee = () =>
  new AppError('conflict', 'somebody else was paid', {
    messageKey: 'statements.match.payeeDiffers',
    fields: { reason: { messageKey: 'statements.match.payeeReason' } },
  });

/**
 * Matches incoming money to a refund that the bank returned, and records that it came back, if nobody did: it is owed again. What banks kept of it
 * is our fee.
 */
export async function matchRefundReturn({ deps, db, line, cents, body, by }: Matching): Promise<Matched> {
  const { payment_id: paymentId = 0, fee_cents: feeCents, reason = null } = body;
  const refunds = await lockTransferRefunds(db, paymentId);
  const [found] = await returnableRefunds(db, cents, { paymentId, feeCents });
  if (!found) throw refusedMatch('statements.match.noRefundReturn', 'payment_id');
  const sent = found.isRecorded
    ? undefined
    : refunds.find(({ done, amountCents }) => done && amountCents === found.cents);
  if (sent) {
    const why = reason || line.text || 'Returned by the bank';
    await recordTransferRefundReturned(deps.orders.payments, db, sent, why);
  }
  const match = { lineId: line.id, kind: 'refund_return', cents, paymentId, feeCents, reason, ...by } as const;
  const matchId = await insertMatch(db, match);
  if (feeCents > 0)
    await postMatch(
      db,
      { lineId: line.id, matchId, kind: 'line matched' },
      { bank_fees: feeCents, unidentified_receipts: -feeCents },
    );
  return { matchId, details: { paymentId, feeCents } };
}
