import { randomBytes } from 'node:crypto';
import { type CheckoutListing, setCheckoutStatus } from '#features/catalog/server/api.ts';
import { postCapture, postMatchUndone } from '#features/payments/ledger/server/ledger-store.ts';
import { AppError } from '#lib/app-error.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { Payment } from '../../model/payment.ts';
import { releaseClaims } from '../claim-store.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { insertPayment, lockPayment, recordPaymentEvent, transitionPayment } from '../payment-store.ts';
import { insertProviderRefund, refundedAtProvider } from '../refunds/provider-refund-store.ts';
import { updateRefundDue } from '../refunds/refund-payment.ts';
import { insertRefund, refundsOfPayment } from '../refunds/refund-store.ts';

/** Money on our account. `reference` is the bank's id of the booking, if it has one. */
export type ReceivedMoney = { cents: number; reference: string | null; lineId: number | null; receivedAt: Date };

const ARRIVED = statement(`
  update payments set amount_cents = $2, gateway_reference = left($3, 200), statement_line_id = $4, outcome = null
  where id = $1`);
const HOLD_OF_ORDER = statement(
  "select id from payments where order_id = $1 and state = 'created' and plan_item_id is null and method = 'bank_transfer'",
);
/** Locks the payment that holds a car for a transfer; the caller holds the lock of the order. Returns null if there is none. */
export async function lockHold(db: Queryable, orderId: number): Promise<Payment | null> {
  const [row] = await rowsOf<{ id: number }>(db, HOLD_OF_ORDER, [orderId]);
  const payment = row ? await lockPayment(db, row.id) : null;
  return payment?.state === 'created' ? payment : null;
}

/**
 * Captures the payment that holds cars with the transfer that arrived: the bookings are made and the cars are sold. The caller
 * holds the locks of cars, order and payment.
 */
export async function captureHold(
  deps: PaymentDeps,
  db: Queryable,
  payment: Payment,
  cars: CheckoutListing[],
  money: ReceivedMoney,
): Promise<void> {
  await arrive(db, payment.id, money);
  await deps.hooks.onCaptured(db, { ...payment, amountCents: money.cents });
  for (const car of cars) await setCheckoutStatus(db, car.id, 'sold');
  await post(db, payment.id, money);
}

type Target = Pick<Payment, 'userId' | 'contactEmail'> & { orderId: number; planItemId: number | null };

/** Records a transfer as a captured payment. The caller locks the order and allocates the money. */
export async function recordTransfer(db: Queryable, target: Target, money: ReceivedMoney): Promise<number> {
  const payment = await insertPayment(db, {
    ...target,
    // Longer than a time in milliseconds, so it cannot equal a browser's transaction id.
    transactionId: `TR${randomBytes(8).readBigUInt64BE()}`,
    bodyHash: Buffer.alloc(0),
    quote: null,
    amountCents: money.cents,
    method: 'bank_transfer',
    hold: money.receivedAt,
    retryAfterSeconds: null,
  });
  if (!payment) throw new Error('a random transaction id was taken');
  await arrive(db, payment.id, money);
  await post(db, payment.id, money);
  return payment.id;
}

/** Asks for a refund of a transfer that came when its order had ended. It waits until finance has sent it. */
export async function returnTransfer(db: Queryable, paymentId: number, cents: number, reason: string): Promise<void> {
  const refund = { paymentId, capturedCents: cents, amountCents: cents, reason, askedBy: 'system' as const };
  await insertRefund(db, refund);
  await updateRefundDue(db, paymentId);
  await recordPaymentEvent(db, paymentId, 'refund asked', { amountCents: cents, reason });
}

async function arrive(db: Queryable, id: number, { cents, reference, lineId }: ReceivedMoney): Promise<void> {
  await rowsOf(db, ARRIVED, [id, cents, reference, lineId]);
  if (!(await transitionPayment(db, id, 'created', { to: 'captured', retryAfterSeconds: null })))
    throw new Error(`payment ${id} is no longer waiting for a transfer`);
}

/** After the hooks, because the entry names the order that they made. */
async function post(db: Queryable, id: number, { cents, lineId, receivedAt }: ReceivedMoney): Promise<void> {
  await postCapture(db, id, cents);
  await recordPaymentEvent(db, id, 'captured', { amountCents: cents, statementLine: lineId, receivedAt });
}

const RELEASE_LINE = statement('update payments set statement_line_id = null where id = $1');

/**
 * Undoes the match of a transfer with this payment, so that the statement line can become another payment. Throws if a part was or will be
 * refunded. Parts that were moved to other orders came back as payments, which the caller undoes first. The caller locks cars and order.
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
 * Reverts the capture of a hold whose match was undone: hides its bookings and releases its cars. The caller locks cars, order and payment, and
 * holds the cars again.
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
