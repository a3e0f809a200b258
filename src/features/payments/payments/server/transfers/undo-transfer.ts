import { setCheckoutStatus } from '#features/catalog/server/api.ts';
import { postMatchUndone } from '#features/payments/ledger/server/ledger-store.ts';
import { AppError } from '#lib/app-error.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import type { Payment } from '../../model/payment.ts';
import { releaseClaims } from '../claim-store.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { lockPayment, recordPaymentEvent, transitionPayment } from '../payment-store.ts';
import { insertProviderRefund, refundedAtProvider } from '../refunds/provider-refund-store.ts';
import { refundsOfPayment } from '../refunds/refund-store.ts';

const RELEASE_LINE = statement('update payments set statement_line_id = null where id = $1');

/**
 * Undoes the match of a transfer with this payment: the money is no longer the buyer's, and the line of the statement can become
 * another payment. Throws if some of it was given back or is to be, except what was moved to another order and came back as other payments, which the
 * caller undoes first. The caller holds the locks of cars and order.
 */
export async function undoTransfer(
  { hooks }: Pick<PaymentDeps, 'hooks'>,
  db: Queryable,
  paymentId: number,
  { shortfallCents, movedBackCents, reference }: { shortfallCents: number; movedBackCents: number; reference: string },
): Promise<void> {
  const payment = await lockPayment(db, paymentId);
  const { refunds } = await refundsOfPayment(db, paymentId);
  const isWhole = refunds.length === 0 && (await refundedAtProvider(db, paymentId)) === movedBackCents;
  if (!payment?.capturedAt || payment.method !== 'bank_transfer' || !isWhole) {
    throw new AppError('conflict', 'the transfer is no longer held', { messageKey: 'refund.transferUsed' });
  }
  await rowsOf(db, RELEASE_LINE, [paymentId]);
  const amountCents = payment.amountCents - movedBackCents;
  if (amountCents === 0) return;
  await insertProviderRefund(db, reference, paymentId, amountCents);
  await postMatchUndone(db, paymentId, { amountCents, shortfallCents });
  await recordPaymentEvent(db, paymentId, 'match undone', { amountCents, reference });
  await transitionPayment(db, paymentId, 'captured', { to: 'refunded', retryAfterSeconds: null });
  await hooks.onReturned(db, paymentId, amountCents);
  await hooks.onRefunded(db, paymentId, null);
}

/** Gives up a part of a transfer, or all of it, which another order of its buyer receives. The caller holds the locks of order and payment. */
export async function giveUpTransfer(
  { hooks }: Pick<PaymentDeps, 'hooks'>,
  db: Queryable,
  { id, amountCents }: Payment,
  { cents, reference }: { cents: number; reference: string },
): Promise<void> {
  await insertProviderRefund(db, reference, id, cents);
  await postMatchUndone(db, id, { amountCents: cents, shortfallCents: 0, reference });
  await recordPaymentEvent(db, id, 'moved', { amountCents: cents, reference });
  if ((await refundedAtProvider(db, id)) >= amountCents)
    await transitionPayment(db, id, 'captured', { to: 'refunded', retryAfterSeconds: null });
  await hooks.onReturned(db, id, cents);
}

/**
 * Withdraws what the capture of a hold has made, after its match was undone: its bookings are no longer shown, and its cars are for sale. The
 * caller holds the locks of cars, order and payment, and holds the cars again.
 */
export async function withdrawCapture(
  { hooks }: Pick<PaymentDeps, 'hooks'>,
  db: Queryable,
  paymentId: number,
): Promise<void> {
  const cars = await hooks.onWithdrawn(db, paymentId);
  await releaseClaims(db, paymentId);
  for (const listingId of cars) await setCheckoutStatus(db, listingId, 'active');
}
