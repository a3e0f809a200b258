import { BOOKING_SHARE } from '#features/catalog/listings/model/listing-pricing.ts';
import { decideDestination } from '#features/payments/destinations/server/decide-destination.ts';
import { insertDestination, noteNotSaid } from '#features/payments/destinations/server/destination-store.ts';
import { AppError } from '#lib/app-error.ts';
import { centsOf, shareOfCents } from '#lib/money.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { HOLD_MINUTES, type RentalPeriod } from '../model/payment.ts';
import type { PayBody } from '../model/payment-contract.ts';
import { isClaimed } from './claim-store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { type ParsedForm, parsePaymentForm } from './payment-instrument.ts';
import { insertPayment } from './payment-store.ts';
import { checkAmount, checkBuyer, quoteForUpdate, takeClaim } from './quote-for-update.ts';
import {
  CALL_TIMEOUT_S,
  countPaymentAttempt,
  hashRequest,
  type Payer,
  type PaymentStatus,
  startPayment,
} from './start-payment.ts';

/**
 * Call 1 of a checkout: claims the car for the buyer and asks the gateway to reserve the amount. The gateway is called
 * outside any transaction, with the payment id as idempotency key. A replay call returns the same result and moves no
 * money. `share`: what is paid now of the total, by the plan of the order.
 */
export async function pay(
  deps: PaymentDeps,
  payer: Payer,
  body: PayBody,
  share: number = BOOKING_SHARE,
): Promise<PaymentStatus> {
  const form = parsePaymentForm(deps.gateway.name, body.payment_method, body.formData, deps.clock.now());
  const { amount, payment_method, listing_id, start_date, end_date, destination, shown_light, buying_for } = body;
  const content: unknown[] = [amount, payment_method, listing_id, start_date, end_date];
  if (share !== BOOKING_SHARE) content.push(share);
  if (body.destination_not_said) content.push('destination not said');
  const hash = hashRequest(destination ? [...content, destination, shown_light, buying_for] : content, form);
  return startPayment(deps, payer, { transactionId: body.transaction_id, form, hash }, async () => {
    await rejectClaimed(deps, body);
    return hold(deps, payer, body, { form, hash, share });
  });
}

/** Fails early, so that buyers of the same car do not queue for its row lock. */
async function rejectClaimed({ pool }: PaymentDeps, { listing_id: id }: PayBody): Promise<void> {
  if (id !== undefined && (await isClaimed(pool, id))) {
    throw new AppError('conflict', `car ${id} is claimed`, { messageKey: 'payment.sold' });
  }
}

type Checked = { form: ParsedForm; hash: Buffer; share: number };

/**
 * Inserts the payment and claims the car, or returns null if there is an earlier copy of this call. Counts the attempt in the
 * same transaction, so copies and refused attempts cost nothing; last, so the counter of a network is locked only briefly.
 */
async function hold(deps: PaymentDeps, payer: Payer, body: PayBody, { form, hash, share }: Checked) {
  const { userId } = payer;
  const { listing_id: listingId } = body;
  if (body.destination && listingId === undefined)
    throw new AppError('malformed', 'a destination without a car', {
      fields: { listing_id: 'payment.destination.noCar' },
    });
  // Read before the transaction, because reading the rules takes another connection.
  const book = body.destination && (await deps.rules.newest());
  return withTransaction(deps.pool, async (db) => {
    await checkBuyer(deps, db, userId);
    const period = rentalPeriodOf(body);
    const amountCents = centsOf(body.amount);
    const priced =
      listingId === undefined ? null : await quoteForUpdate(deps, db, userId, listingId, period, amountCents);
    const quote = priced && { ...priced.quote, bookingCents: shareOfCents(priced.quote.totalCents, share) };
    if (quote) checkAmount(quote, amountCents, share);
    const destination = book && priced && decideDestination(book, priced.car, body, deps.clock);
    const payment = await insertPayment(db, {
      userId,
      transactionId: body.transaction_id,
      bodyHash: hash,
      quote,
      orderId: null,
      planItemId: null,
      amountCents: quote?.bookingCents ?? amountCents,
      method: body.payment_method,
      contactEmail: form.email,
      hold: HOLD_MINUTES,
      retryAfterSeconds: CALL_TIMEOUT_S,
    });
    if (!payment) return null;
    if (quote) await takeClaim(db, payment, quote);
    if (destination) await insertDestination(db, payment.id, destination);
    if (body.destination_not_said && !body.destination && quote?.offer === 'Sell') await noteNotSaid(db, payment.id);
    await countPaymentAttempt(db, payer);
    return payment;
  });
}

/** Returns null if the body has no days. Throws if it has only one of them. */
function rentalPeriodOf({ start_date: startDay, end_date: endDay }: PayBody): RentalPeriod | null {
  if (startDay !== undefined && endDay !== undefined) return { startDay, endDay };
  if (startDay === undefined && endDay === undefined) return null;
  throw new AppError('malformed', 'one day of two', { messageKey: 'payment.dates.invalid' });
}
