import { createHash } from 'node:crypto';
import { listingName } from '#features/catalog/listings/model/listing.ts';
import type { CheckoutListing } from '#features/catalog/server/api.ts';
import { issueProForma } from '#features/orders/billing/server/pro-forma.ts';
import { carsOfOrder } from '#features/orders/holds/model/cars-of-order.ts';
import { newBuyerProblem } from '#features/orders/holds/model/hold-limits.ts';
import type { PlaceOrderBody } from '#features/orders/holds/model/place-order-contract.ts';
import type { TransferBuyer } from '#features/orders/holds/model/transfer-form.ts';
import { makeHeldOrder } from '#features/orders/orders/server/make-order.ts';
import type { OrderDeps } from '#features/orders/orders/server/order-deps.ts';
import { mailHold } from '#features/orders/orders/server/order-mails.ts';
import { insertOrderHold } from '#features/orders/orders/server/order-store.ts';
import { endOfHold } from '#features/payments/order-terms/model/bank-days.ts';
import {
  firstPaymentOf,
  type OrderTerms,
  PLAN_SHARES,
  plansFor,
} from '#features/payments/order-terms/model/order-terms.ts';
import { dayOf } from '#features/payments/payments/model/calendar-day.ts';
import type { Payment, Quote } from '#features/payments/payments/model/payment.ts';
import type { PayBody } from '#features/payments/payments/model/payment-contract.ts';
import { sumOfQuotes } from '#features/payments/payments/model/quote.ts';
import {
  bankDaysFrom,
  capturePayment,
  checkAmount,
  checkBuyer,
  countPaymentAttempt,
  decideDestination,
  findByTransaction,
  insertDestination,
  insertPayment,
  newestTerms,
  noteNotSaid,
  type Payer,
  type PaymentStatus,
  pay,
  quoteForUpdate,
  recordPaymentEvent,
  type StoredPayment,
  takeClaim,
} from '#features/payments/server/api.ts';
import { accountStatusOf } from '#features/people/server/api.ts';
import { canonicalJson, mayIssueInvoices } from '#features/site/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { MessageKey, Translator } from '#lib/i18n/translator.ts';
import { centsOf } from '#lib/money.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import { countClient, type Limit } from '#lib/server/http/rate-limit.ts';
import { holdHistory, isNewBuyer, lockNewBuyerHolds } from './hold-limit-store.ts';

/** Cars held per day by new buyers of one network. Mobile carriers share networks among many people. */
const OF_NETWORK: Limit = { uses: 20, inSeconds: 86_400, messageKey: 'orders.transfer.newNetwork' };
const MAX_LIVE_HOLDS = 2;
export const MAX_LAPSED_HOLDS = 2;
/** Days before a buyer may hold the same car again. */
const SAME_CAR_DAYS = 30;

const refused = (messageKey: MessageKey, why: string) => new AppError('conflict', why, { messageKey });

type TransferRequest = { email: string; buyer: TransferBuyer; acceptedTerms: number };

/**
 * Holds cars of one seller for a bank transfer, makes their order and issues its pro-forma invoice. A repeated call returns the same order.
 * Holds none of the cars if one is taken or the buyer may not hold it.
 */
async function holdCar(deps: OrderDeps, payer: Payer, body: PlaceOrderBody, t: Translator): Promise<Held> {
  const { pool, rules } = deps.payments;
  const request = requestOf(body);
  const listingIds = carsOfOrder(body);
  const bodyHash = createHash('sha256').update(canonicalJson(body)).digest();
  const existing = await findByTransaction(pool, payer.userId, body.transaction_id);
  if (existing) return replay(existing, bodyHash);
  // Outside the transaction, because reading the rules takes another connection.
  const book = body.destination && (await rules.newest());
  const held = withTransaction(pool, async (db) => {
    await checkBuyer(deps.payments, db, payer.userId);
    // Under the lock of the user, because an earlier copy of this call may have made the order meanwhile.
    const first = await findByTransaction(db, payer.userId, body.transaction_id);
    if (first) return replay(first, bodyHash);
    await checkHolder(deps, db, payer, { listingIds, ...request.buyer });
    const { clock } = deps.payments;
    const { cars, quotes } = await lockCars(deps, db, payer.userId, listingIds);
    await checkInvoices(db, clock.now());
    const terms = await newestTerms(db);
    if (request.acceptedTerms !== terms.version) throw refused('orders.transfer.termsChanged', 'other terms');
    checkPlan(body, plansFor(terms, body.destination?.country ?? null));
    const total = sumOfQuotes(quotes);
    checkAmount(total, centsOf(body.amount), PLAN_SHARES[body.plan]);
    const destinations = book ? cars.map((car) => decideDestination(book, car, body, clock, nameOf(car, cars))) : [];
    const { timeZone } = deps.documents;
    const until = endOfHold(clock.now(), terms.holdDays, timeZone, await bankDaysFrom(db, dayOf(clock.now())));
    const made = await insertHold(db, {
      userId: payer.userId,
      transactionId: body.transaction_id,
      contactEmail: request.email,
      bodyHash,
      quotes,
      depositCents: firstPaymentOf(body.plan, total.totalCents),
      until,
      terms,
    });
    if (!made) throw new Error('the transaction id was taken under the lock of its user');
    const { orderId, payment } = made;
    const ids = { orderId, paymentId: payment.id, until, timeZone, termsVersion: terms.version };
    await insertOrderHold(db, { ...ids, ...request.buyer }, clock.now());
    for (const destination of destinations) {
      if (destination) await insertDestination(db, payment.id, destination);
    }
    if (body.destination_not_said && !body.destination) await noteNotSaid(db, payment.id);
    await countPaymentAttempt(db, payer);
    await mailHold(db, deps, orderId, 'made');
    await issueProForma(db, { documents: deps.documents, clock }, orderId, t.locale);
    return made;
  });
  return listingIds.length > 1 ? held.catch(sayNoneIsHeld) : held;
}

/** Locks the cars by id and returns them with their prices. Throws if one cannot be held or they have several sellers. */
async function lockCars({ payments }: OrderDeps, db: Queryable, userId: number, listingIds: number[]) {
  const cars: CheckoutListing[] = [];
  const quotes: Quote[] = [];
  for (const id of listingIds) {
    const { car, quote } = await quoteForUpdate(payments, db, userId, id, null);
    if (quote.offer !== 'Sell') throw refused('orders.transfer.saleOnly', 'a rental by transfer');
    cars.push(car);
    quotes.push(quote);
  }
  const [first, ...others] = quotes;
  if (!first) throw new Error('an order without a car');
  if (cars.some(({ userId: seller }) => seller !== cars[0]?.userId)) {
    throw refused('orders.several.oneSeller', 'cars of several sellers');
  }
  return { cars, quotes: [first, ...others] as const satisfies readonly Quote[] };
}

/** Tells a buyer of several cars that none of them is held. */
function sayNoneIsHeld(error: unknown): never {
  const isSold = error instanceof AppError && error.options.messageKey === 'payment.sold';
  throw isSold ? refused('orders.several.sold', error.message) : error;
}

/** The name that distinguishes a car in refusals; null for a single car. */
const nameOf = (car: CheckoutListing, cars: CheckoutListing[]) => (cars.length > 1 ? listingName(car) : null);

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

/** Throws if this buyer may not hold the cars. The caller locks the user, so simultaneous calls see each other's holds. */
async function checkHolder(
  deps: OrderDeps,
  db: Queryable,
  { userId, ip }: Payer,
  wanted: { listingIds: number[] } & TransferBuyer,
): Promise<void> {
  const { listingIds } = wanted;
  if ((await accountStatusOf(db, userId)) !== 'Active') {
    throw new AppError('forbidden', 'email address not confirmed', { messageKey: 'orders.transfer.unconfirmed' });
  }
  const now = deps.payments.clock.now();
  const { live, lapsed, ofCars } = await holdHistory(db, userId, listingIds, now, SAME_CAR_DAYS);
  if (lapsed >= MAX_LAPSED_HOLDS) {
    throw new AppError('forbidden', 'two holds lapsed', { messageKey: 'orders.transfer.noRight' });
  }
  if (ofCars > 0) {
    throw refused(listingIds.length > 1 ? 'orders.transfer.oneAgain' : 'orders.transfer.again', 'held before');
  }
  if (live >= MAX_LIVE_HOLDS) throw refused('orders.transfer.tooMany', 'too many holds');
  if (!(await isNewBuyer(db, userId))) return;
  const problem = newBuyerProblem(await lockNewBuyerHolds(db, userId, wanted));
  if (problem) throw refused(problem, 'a new buyer holds too much');
  for (let car = 0; car < listingIds.length; car++) await countClient(db, 'cars held from', ip, OF_NETWORK);
}

function checkPlan({ plan }: Pick<PlaceOrderBody, 'plan'>, plans: string[]): void {
  if (!plans.includes(plan)) throw refused('orders.plan.notOffered', `plan ${plan} is not offered`);
}

async function checkInvoices(db: Queryable, now: Date): Promise<void> {
  const { may, missing } = await mayIssueInvoices(db, now);
  if (!may) throw refused('orders.transfer.notReady', `missing ${missing.join(', ')}`);
}

type NewHold = Pick<Payment, 'userId' | 'transactionId' | 'contactEmail'> & {
  bodyHash: Buffer;
  /** Of each car, by ascending id. */
  quotes: readonly [Quote, ...Quote[]];
  /** The first transfer, for all cars. */
  depositCents: number;
  until: Date;
  terms: OrderTerms;
};

/**
 * Holds cars for a bank transfer and makes their order. The caller has locked the cars and computed the quotes. Returns null if the user
 * has a payment with that transaction id. Throws if another payment has one of the cars.
 */
export async function insertHold(
  db: Queryable,
  { until, terms, quotes, depositCents, ...hold }: NewHold,
): Promise<Held | null> {
  const payment = await insertPayment(db, {
    ...hold,
    quote: sumOfQuotes(quotes),
    orderId: null,
    planItemId: null,
    amountCents: depositCents,
    method: 'bank_transfer',
    hold: until,
    retryAfterSeconds: null,
  });
  if (!payment) return null;
  for (const quote of quotes) await takeClaim(db, payment, quote);
  const orderId = await makeHeldOrder(db, payment, quotes, terms);
  await recordPaymentEvent(db, payment.id, 'held', { orderId, until });
  return { orderId, payment: { ...payment, orderId } };
}

type Held = { orderId: number; payment: StoredPayment };

/**
 * Orders cars by a payment plan. A bank transfer makes the order immediately and holds its cars, which may be several of one seller. Other
 * methods reserve and capture the first payment, which makes the order. A repeated call returns the same payment.
 */
export async function placeOrder(
  deps: OrderDeps,
  payer: Payer,
  body: PlaceOrderBody,
  t: Translator,
): Promise<PaymentStatus> {
  const { payments } = deps;
  const { payment_method: method } = body;
  if (method === 'bank_transfer') {
    return { payment: (await holdCar(deps, payer, body, t)).payment };
  }
  const { plan, formData, email: _email, buyer: _buyer, accepted_terms: _terms, listing_ids: _several, ...rest } = body;
  const [listingId, ...others] = carsOfOrder(body);
  if (others.length > 0) {
    throw new AppError('malformed', 'several cars', { fields: { payment_method: 'orders.several.transferOnly' } });
  }
  if (!formData) throw new AppError('malformed', 'no form', { fields: { formData: 'payment.email.invalid' } });
  checkPlan(body, plansFor(await newestTerms(payments.pool), body.destination?.country ?? null));
  const paid: PayBody = { ...rest, listing_id: listingId, payment_method: method, user_id: payer.userId, formData };
  const status = await pay(payments, payer, paid, PLAN_SHARES[plan]);
  return status.payment.state === 'authorised' ? { payment: await capturePayment(payments, status.payment) } : status;
}
