import { lockPayout } from '#features/bookkeeping/payouts/server/payout-store.ts';
import { recordPayoutBooked } from '#features/bookkeeping/payouts/server/settle-payout.ts';
import { findOrder, receiveTransfer } from '#features/orders/server/api.ts';
import { postMatch } from '#features/payments/server/api.ts';
import { screenParties } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { BOOKS_CURRENCY } from '#lib/i18n/currency.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { MatchBody } from '../../model/statement-contract.ts';
import type { StoredLine } from '../line-store.ts';
import { payoutsOf } from '../outgoing/payout-line-store.ts';
import { bookMatch } from './book-match.ts';
import { type Matched, type Matching, refusedMatch, storedValue } from './match-case.ts';
import { insertMatch } from './match-store.ts';
import { ordersNamed } from './order-candidate-store.ts';
import { isOtherPayer } from './suggest-orders.ts';

/** Returns whether somebody else than the buyer of an order paid. That needs a reason. */
export async function checkPayer(
  db: Queryable,
  line: StoredLine,
  { order_id: orderId = 0, reason }: MatchBody,
): Promise<boolean> {
  const [order] = await ordersNamed(db, [orderId], []);
  if (!order || !(await findOrder(db, orderId))) throw refusedMatch('statements.match.noOrder', 'order_id');
  const payerDiffers = isOtherPayer(line, order);
  if (payerDiffers && !reason) {
    throw new AppError('conflict', 'somebody else paid', {
      write: (t) => t('statements.match.payerDiffers', { payer: line.counterparty ?? '', buyer: order.buyer }),
      fields: { reason: { messageKey: 'statements.match.payerReason' } },
    });
  }
  return payerDiffers;
}

/** Matches incoming money to an order. In another currency, the order receives what it is worth. */
export async function matchOrder({ deps, db, line, cents, usdCents, body, by }: Matching): Promise<Matched> {
  const { order_id: orderId = 0, reason = null } = body;
  const payerDiffers = await checkPayer(db, line, body);
  const received = await receiveTransfer(db, deps.orders, {
    orderId,
    cents: usdCents,
    reference: line.bankReference,
    sourceLineId: line.id,
    receivedAt: new Date(`${line.bookedOn}T00:00:00Z`),
    revivedBy: body.revive ? by.matchedBy : undefined,
  });
  // Receiving the money took the lock of the order.
  if (line.counterparty !== null)
    await screenParties(db, orderId, { parties: [{ role: 'payer', name: line.counterparty }], destinations: [] });
  const { paymentId, outcome, shortfallCents, surplusCents } = received;
  const matchId = await insertMatch(db, {
    lineId: line.id,
    kind: 'order',
    cents,
    ...storedValue(line, usdCents),
    orderId,
    paymentId,
    payerDiffers,
    reason,
    ...by,
  });
  // The payment takes its dollars from unidentified receipts, where the import puts only lines in dollars.
  if (line.currency !== BOOKS_CURRENCY)
    await bookMatch(db, line, { matchId, kind: 'line matched', usdCents, to: { unidentified_receipts: -usdCents } });
  return { matchId, details: { orderId, paymentId, outcome, shortfallCents, surplusCents, payerDiffers } };
}

/**
 * Matches outgoing money to a payout on its way, or to one that somebody recorded by hand as paid, which waits in transit for its line.
 * Anything beyond the payout is a bank fee.
 */
export async function matchPayout({ db, line, cents, body, by }: Matching): Promise<Matched> {
  const { payout_id: payoutId = 0, reason = null } = body;
  // Of two lines for one payout, the second one sees the match of the first.
  await lockPayout(db, payoutId);
  const [payout] = await payoutsOf(db, -cents, payoutId);
  if (!payout) throw refusedMatch('statements.match.noPayout', 'payout_id');
  const { feeCents, isBookedByHand } = payout;
  if (!isBookedByHand) await recordPayoutBooked(db, payoutId, { feeCents, from: 'unidentified_receipts' });
  const matchId = await insertMatch(db, { lineId: line.id, kind: 'payout', cents, payoutId, feeCents, reason, ...by });
  if (isBookedByHand)
    await postMatch(
      db,
      { lineId: line.id, matchId, kind: 'line matched' },
      { unidentified_receipts: cents, bank_in_transit: -cents },
    );
  return { matchId, details: { payoutId, feeCents } };
}
