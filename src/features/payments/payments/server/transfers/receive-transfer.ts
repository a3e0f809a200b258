import { randomBytes } from 'node:crypto';
import { type CheckoutListing, lockForCheckout, setCheckoutStatus } from '#features/catalog/server/api.ts';
import { postCapture, postMatchUndone } from '#features/payments/ledger/server/ledger-store.ts';
import type { Payment, Quote } from '#features/payments/payments/model/payment.ts';
import { releaseClaim, releaseClaims } from '#features/payments/payments/server/claim-store.ts';
import type { PaymentDeps } from '#features/payments/payments/server/payment-deps.ts';
import {
  carsOfPayment,
  insertPayment,
  lockPayment,
  recordPaymentEvent,
  reschedule,
  transitionPayment,
} from '#features/payments/payments/server/payment-store.ts';
import {
  insertProviderRefund,
  refundedAtProvider,
} from '#features/payments/payments/server/refunds/provider-refund-store.ts';
import { updateRefundDue } from '#features/payments/payments/server/refunds/refund-payment.ts';
import { insertRefund, refundsOfPayment } from '#features/payments/payments/server/refunds/refund-store.ts';
import { AppError } from '#lib/app-error.ts';
import { type Queryable, rowsOf, statement, withTransaction } from '#lib/server/database/postgres.ts';

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

/**
 * Ends the hold of a car when its time is over and no transfer has arrived; otherwise waits for that time. The booking day of the bank
 * decides, so a hold goes on until its statement can be known.
 */
export async function settleTransfer(deps: PaymentDeps, payment: Payment): Promise<void> {
  const { pool, clock, hooks } = deps;
  const { id, state, expiresAt } = payment;
  if (state !== 'created') return reschedule(pool, id, null);
  const leftMs = expiresAt.getTime() - clock.now().getTime();
  if (leftMs > 0) return reschedule(pool, id, leftMs / 1_000);
  await withTransaction(pool, async (db) => {
    for (const car of await carsOfPayment(db, payment)) await lockForCheckout(db, car);
    await lockPayment(db, id);
    const lastsUntil = await hooks.holdLastsUntil(db, payment);
    if (lastsUntil) return prolongHold(db, id, lastsUntil);
    if (await releaseHold(db, id, 'lapsed')) await hooks.onHoldLapsed(db, payment);
  });
}

const PROLONG = statement(`
  update payments set expires_at = $2, due_at = $2, changed_at = now() where id = $1 and state = 'created'`);

/** Lets a hold go on. Other buyers see that the car is held until then. */
async function prolongHold(db: Queryable, id: number, until: Date): Promise<void> {
  await rowsOf(db, PROLONG, [id, until]);
  await recordPaymentEvent(db, id, 'hold prolonged', { until });
}

/**
 * Releases the car that waits for a transfer. Returns false if the transfer has arrived, or the hold is over. The caller holds the
 * locks of car, order and payment.
 */
export async function releaseHold(db: Queryable, id: number, outcome: 'lapsed' | 'canceled'): Promise<boolean> {
  if (!(await transitionPayment(db, id, 'created', { to: 'voided', outcome, retryAfterSeconds: null }))) return false;
  await releaseClaims(db, id);
  await recordPaymentEvent(db, id, 'voided', { hold: outcome });
  return true;
}

const REDUCE = statement(`
  update payments set listing_id = $2, price_cents = $3, tax_cents = $4, fee_cents = $5, total_cents = $6, amount_cents = $7, changed_at = now()
  where id = $1 and state = 'created'`);

type Reduced = Pick<Quote, 'listingId' | 'priceCents' | 'taxCents' | 'feeCents' | 'totalCents'> & {
  amountCents: number;
};

/** Releases one of the cars that a payment holds. The caller holds the locks of cars, order and payment. */
export async function reduceHold(db: Queryable, id: number, listingId: number, left: Reduced): Promise<void> {
  const { priceCents, taxCents, feeCents, totalCents, amountCents } = left;
  await rowsOf(db, REDUCE, [id, left.listingId, priceCents, taxCents, feeCents, totalCents, amountCents]);
  await releaseClaim(db, id, listingId);
  await recordPaymentEvent(db, id, 'car taken out', { listingId, amountCents });
}
