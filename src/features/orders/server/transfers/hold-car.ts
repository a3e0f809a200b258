import { createHash } from 'node:crypto';
import { accountStatusOf } from '#features/accounts/server/api.ts';
import { canonicalJson } from '#features/documents/server/api.ts';
import { mayIssueInvoices } from '#features/operator/server/api.ts';
import { dayOf } from '#features/payments/model/calendar-day.ts';
import {
  checkAmount,
  checkBuyer,
  countPaymentAttempt,
  decideDestination,
  findByTransaction,
  insertDestination,
  type Payer,
  quoteForUpdate,
  type StoredPayment,
} from '#features/payments/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { MessageKey, Translator } from '#lib/i18n/translator.ts';
import { centsOf } from '#lib/money.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { PlaceOrderBody } from '../../model/placing/place-order-contract.ts';
import { firstPaymentOf, PLAN_SHARES, plansFor } from '../../model/placing/plan-offer.ts';
import { endOfHold } from '../../model/transfers/bank-days.ts';
import type { TransferBuyer } from '../../model/transfers/transfer-form.ts';
import { newestTerms } from '../make-order.ts';
import type { OrderDeps } from '../order-deps.ts';
import { bankDaysFrom, holdHistory, insertOrderHold } from './hold-store.ts';
import { type Held, insertHold } from './insert-hold.ts';
import { issueProForma } from './pro-forma.ts';
import { mailHold } from './transfer-mails.ts';

export const MAX_LIVE_HOLDS = 2;
export const MAX_LAPSED_HOLDS = 2;
/** A buyer holds the same car once in so many days. */
export const SAME_CAR_DAYS = 30;

const refused = (messageKey: MessageKey, why: string) => new AppError('conflict', why, { messageKey });

type TransferRequest = { email: string; buyer: TransferBuyer; acceptedTerms: number };

/**
 * Holds a car for a bank transfer: makes the order and issues its pro-forma invoice. A repeated call returns the same order.
 * Throws if the car is taken or the buyer may not hold it.
 */
export async function holdCar(deps: OrderDeps, payer: Payer, body: PlaceOrderBody, t: Translator): Promise<Held> {
  const { pool, rules } = deps.payments;
  const request = requestOf(body);
  const bodyHash = createHash('sha256').update(canonicalJson(body)).digest();
  const existing = await findByTransaction(pool, payer.userId, body.transaction_id);
  if (existing) return replay(existing, bodyHash);
  // Before the transaction, because a look at the rules takes a connection of its own.
  const book = body.destination && (await rules.newest());
  return withTransaction(pool, async (db) => {
    await checkBuyer(deps.payments, db, payer.userId);
    // Under the lock of the user, because an earlier copy of this call may have made the order meanwhile.
    const first = await findByTransaction(db, payer.userId, body.transaction_id);
    if (first) return replay(first, bodyHash);
    await checkHolder(deps, db, payer.userId, body.listing_id);
    const { clock } = deps.payments;
    const { car, quote } = await quoteForUpdate(deps.payments, db, payer.userId, body.listing_id, null);
    if (quote.offer !== 'Sell') throw refused('orders.transfer.saleOnly', 'a rental by transfer');
    await checkInvoices(db, clock.now());
    const terms = await newestTerms(db);
    if (request.acceptedTerms !== terms.version) throw refused('orders.transfer.termsChanged', 'other terms');
    checkPlan(body, plansFor(terms, body.destination?.country ?? null));
    checkAmount(quote, centsOf(body.amount), PLAN_SHARES[body.plan]);
    const destination = book && decideDestination(book, car, body, clock);
    const { timeZone } = deps.documents;
    const until = endOfHold(clock.now(), terms.holdDays, timeZone, await bankDaysFrom(db, dayOf(clock.now())));
    const made = await insertHold(db, {
      userId: payer.userId,
      transactionId: body.transaction_id,
      contactEmail: request.email,
      bodyHash,
      quote: { ...quote, bookingCents: firstPaymentOf(body.plan, quote.totalCents) },
      until,
      terms,
    });
    if (!made) throw new Error('the transaction id was taken under the lock of its user');
    const { orderId, payment } = made;
    const ids = { orderId, paymentId: payment.id, until, timeZone, termsVersion: terms.version };
    await insertOrderHold(db, { ...ids, ...request.buyer }, clock.now());
    if (destination) await insertDestination(db, payment.id, destination);
    await countPaymentAttempt(db, payer);
    await mailHold(db, deps, orderId, 'made');
    await issueProForma(db, deps, orderId, t.locale);
    return made;
  });
}

function replay(payment: StoredPayment, bodyHash: Buffer): Held {
  const { orderId } = payment;
  if (!payment.bodyHash.equals(bodyHash) || orderId === null) {
    throw new AppError('unprocessable', 'transaction id reused with another body');
  }
  return { orderId, payment };
}

function requestOf({ email, buyer, accepted_terms: acceptedTerms }: PlaceOrderBody): TransferRequest {
  const fields = {
    ...(email === undefined && { email: 'payment.email.invalid' }),
    ...(buyer === undefined && { buyer: 'orders.transfer.name.invalid' }),
    ...(acceptedTerms === undefined && { accepted_terms: 'orders.transfer.accept' }),
  };
  if (email === undefined || buyer === undefined || acceptedTerms === undefined) {
    throw new AppError('malformed', `invalid ${Object.keys(fields).join(', ')}`, { fields });
  }
  return { email, buyer, acceptedTerms };
}

/** Throws if this buyer may not hold the car. The caller holds the lock of the user, so simultaneous calls count each other's holds. */
async function checkHolder(deps: OrderDeps, db: Queryable, userId: number, listingId: number): Promise<void> {
  if ((await accountStatusOf(db, userId)) !== 'Active') {
    throw new AppError('forbidden', 'email address not confirmed', { messageKey: 'orders.transfer.unconfirmed' });
  }
  const now = deps.payments.clock.now();
  const { live, lapsed, ofCar } = await holdHistory(db, userId, listingId, now, SAME_CAR_DAYS);
  if (lapsed >= MAX_LAPSED_HOLDS) {
    throw new AppError('forbidden', 'two holds lapsed', { messageKey: 'orders.transfer.noRight' });
  }
  if (ofCar > 0) throw refused('orders.transfer.again', 'held before');
  if (live >= MAX_LIVE_HOLDS) throw refused('orders.transfer.tooMany', 'too many holds');
}

export function checkPlan({ plan }: Pick<PlaceOrderBody, 'plan'>, plans: string[]): void {
  if (!plans.includes(plan)) throw refused('orders.plan.notOffered', `plan ${plan} is not offered`);
}

async function checkInvoices(db: Queryable, now: Date): Promise<void> {
  const { may, missing } = await mayIssueInvoices(db, now);
  if (!may) throw refused('orders.transfer.notReady', `missing ${missing.join(', ')}`);
}
