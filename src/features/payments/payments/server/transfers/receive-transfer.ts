import { randomBytes } from 'node:crypto';
import { type CheckoutListing, setCheckoutStatus } from '#features/catalog/server/api.ts';
import { postCapture } from '#features/payments/ledger/server/ledger-store.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import type { Payment } from '../../model/payment.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { insertPayment, lockPayment, recordPaymentEvent, transitionPayment } from '../payment-store.ts';
import { updateRefundDue } from '../refunds/refund-payment.ts';
import { insertRefund } from '../refunds/refund-store.ts';

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

/** Records a transfer as a captured payment of its own. The caller holds the lock of the order, and allocates the money. */
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
