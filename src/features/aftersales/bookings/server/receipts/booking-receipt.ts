import type { PaidQuote } from '#features/catalog/landed-cost/model/import-quote.ts';
import { costText, noticeText, placeText, rulesText, verdictText } from '#features/catalog/server/api.ts';
import { askedCents, type Order } from '#features/orders/orders/model/order.ts';
import {
  claimsOf,
  findOrder,
  linesOfCars,
  linesOfTransport,
  lockOrder,
  type OrderFacts,
  orderFacts,
  planOfOrder,
} from '#features/orders/server/api.ts';
import { destinationOfPayment, findPayment } from '#features/payments/server/api.ts';
import { totalOf } from '#features/payments/trade-terms/model/trade-term.ts';
import type { MoneyMovement, ReceiptPaper } from '#features/site/issued-documents/model/papers.ts';
import {
  canonicalJson,
  type DocumentDeps,
  documentsOf,
  downloadOf,
  endedFor,
  issueDocument,
  type StoredDocument,
} from '#features/site/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import type { AttachmentReference, MailFile } from '#lib/server/mail/mail.ts';
import type { Booking } from '../../model/booking.ts';
import { findBooking, findBookingOfPayment, lockBooking } from '../booking-store.ts';
import { moneyOfOrder, type OldReceipt, oldReceiptsOf } from './receipt-money-store.ts';

export const RECEIPT = 'receipt' as const;

const subjectOf = (bookingId: number) => ({ kind: 'booking', id: bookingId });

/**
 * Returns a receipt of a user's booking: the newest, or an earlier revision. Throws `not_found` for unknown bookings and
 * other users' alike, so ids cannot be probed.
 */
export async function myReceipt(
  deps: DocumentDeps,
  userId: number,
  bookingId: number,
  revision: number | undefined,
  t: Translator,
): Promise<MailFile> {
  const booking = await bookingOnReceipt(deps.pool, bookingId);
  if (booking?.userId !== userId) throw notFound();
  if (revision === undefined) return currentReceipt(deps, booking.id, t);
  const receipt = (await receiptsOf(deps.pool, booking.id))[revision - 1];
  if (!receipt) throw notFound();
  return fileOf(deps, receipt);
}

const notFound = () => new AppError('not_found', 'no such receipt', { messageKey: 'booking.notFound' });

/** The bookings of an order of several cars share one receipt, which belongs to the first one. */
async function bookingOnReceipt(db: Queryable, bookingId: number): Promise<Booking | null> {
  const booking = await findBooking(db, bookingId);
  return booking && booking.cars.length > 1 ? findBookingOfPayment(db, booking.paymentId) : booking;
}

/** Returns the receipt that a queued email attaches. */
export async function receiptForEmail(deps: DocumentDeps, { id, locale }: AttachmentReference): Promise<MailFile> {
  return currentReceipt(deps, id, recipientTranslator(locale));
}

type Receipt = OldReceipt | StoredDocument;

const isOld = (receipt: Receipt): receipt is OldReceipt => 'pdf' in receipt;

/** All receipts of a booking, the oldest first. */
async function receiptsOf(db: Queryable, bookingId: number): Promise<Receipt[]> {
  const old = await oldReceiptsOf(db, bookingId);
  return [...old, ...(await documentsOf(db, RECEIPT, subjectOf(bookingId)))];
}

async function fileOf(deps: DocumentDeps, receipt: Receipt): Promise<MailFile> {
  if (!isOld(receipt)) return downloadOf(deps, receipt);
  return { name: `receipt-${receipt.number}.pdf`, type: 'application/pdf', content: receipt.pdf };
}

/** Returns the newest receipt. Issues another one if it is outdated, or the days or the car have changed since. */
async function currentReceipt(deps: DocumentDeps, bookingId: number, t: Translator): Promise<MailFile> {
  const booking = await findBooking(deps.pool, bookingId);
  if (!booking) throw new Error(`booking ${bookingId} is missing`);
  const receipts = await receiptsOf(deps.pool, bookingId);
  const { paper } = await receiptPaper(deps.pool, booking, t);
  return fileOf(
    deps,
    (await currentOf(deps.pool, receipts, paper)) ??
      (await withTransaction(deps.pool, (db) => issueReceipt(db, deps, booking, t))),
  );
}

/** Issues a receipt under locks on order and booking, unless another request has just done so. Money waits for the lock of its order. */
async function issueReceipt(
  db: Queryable,
  deps: DocumentDeps,
  { id: bookingId, orderId }: Booking,
  t: Translator,
): Promise<StoredDocument> {
  await lockOrder(db, orderId);
  const booking = await lockBooking(db, bookingId);
  if (!booking) throw new Error(`booking ${bookingId} is missing`);
  const receipts = await receiptsOf(db, bookingId);
  const newest = receipts.at(-1);
  const { paper, facts } = await receiptPaper(db, booking, t);
  const current = await currentOf(db, receipts, paper);
  if (current) return current;
  return issueDocument(db, deps, {
    kind: RECEIPT,
    subject: subjectOf(bookingId),
    occasion: `revision ${receipts.length + 1}`,
    locale: t.locale,
    claims: claimsOf({ ...facts, consignee: null }, paper),
    paper,
    ...(newest && { replaces: { id: isOld(newest) ? null : newest.id, number: newest.number } }),
  });
}

/**
 * Leaves out the buyer's name, which is erased when the account is closed, the issuer, whose change does
 * not concern receipts that were issued before, the destination, which never changes, and the names of the lines, which are written in the
 * language of the receipt.
 */
function lasting({ buyer: _buyer, issuer: _issuer, destination: _destination, lines, ...facts }: ReceiptPaper) {
  return { ...facts, lines: lines.map(({ cents }) => cents) };
}

/** Returns the newest receipt if it still says what is true. Receipts from before they listed each payment never do. */
async function currentOf(db: Queryable, receipts: Receipt[], paper: ReceiptPaper): Promise<StoredDocument | null> {
  const newest = receipts.at(-1);
  if (!newest || isOld(newest) || (await endedFor(db, newest.id))) return null;
  const said: Partial<ReceiptPaper> = JSON.parse(newest.paper);
  if (!said.money) return null;
  return canonicalJson(lasting(said as ReceiptPaper)) === canonicalJson(lasting(paper)) ? newest : null;
}

type Facts = { paper: ReceiptPaper; facts: OrderFacts };

async function receiptPaper(db: Queryable, booking: Booking, t: Translator): Promise<Facts> {
  const { id, paymentId, orderId, listingId } = booking;
  const order = await findOrder(db, orderId);
  const payment = await findPayment(db, paymentId);
  if (!order || !payment?.quote) throw new Error(`booking ${id} has no order or payment`);
  const facts = await orderFacts(db, order, t);
  const money = await moneyOfOrder(db, orderId);
  const sum = (...kinds: MoneyMovement['what'][]) =>
    money.reduce((cents, each) => cents + (kinds.includes(each.what) ? each.cents : 0), 0);
  const destination = booking.cars.length > 1 ? null : await destinationOfPayment(db, paymentId, listingId);
  const { issuer, order: number, buyer, cars } = facts;
  const paper: ReceiptPaper = {
    issuer,
    bookingId: id,
    order: number,
    buyer,
    cars: cars.map(({ name, vin }) => ({ name, vin })),
    period: payment.quote.period,
    lines: await linesOfReceipt(db, order, facts, t),
    totalCents: order.owedCents,
    paidCents: sum('payment', 'movedIn', 'security'),
    dueCents: askedCents(order),
    refundedCents: -sum('refund', 'undone', 'movedOut', 'dispute'),
    money,
    ...(destination && { destination: destinationOf(destination, t) }),
  };
  return { paper, facts };
}

/** The lines of cars, transport and charges. A last one is what the plan of the order differs by, such as a reduction after a claim. */
async function linesOfReceipt(
  db: Queryable,
  { id, owedCents }: Order,
  { order, cars }: OrderFacts,
  t: Translator,
): Promise<ReceiptPaper['lines']> {
  const charged = (await planOfOrder(db, id)).filter(({ kind }) => kind === 'charge');
  const lines = [
    ...linesOfCars(cars, t),
    ...(await linesOfTransport(db, id, t)),
    ...charged.map(({ amountCents: cents }) => ({ text: t('receipt.charge'), cents })),
  ];
  const restCents = owedCents - totalOf(lines);
  return restCents === 0 ? lines : [...lines, { text: t('paper.line.change', { order }), cents: restCents }];
}

/** Leaves out for whom the car is, because a document cannot be erased. */
function destinationOf(
  { quote, shownLight, buyingForCountry }: PaidQuote,
  t: Translator,
): NonNullable<ReceiptPaper['destination']> {
  return {
    place: placeText(quote, t),
    light: quote.verdict.light,
    shownLight,
    reason: verdictText(quote, t),
    cost: costText(quote, t),
    assessedOn: quote.at.on,
    rules: rulesText(quote, t),
    declaredCountry: buyingForCountry,
    notice: noticeText(quote, t),
  };
}
