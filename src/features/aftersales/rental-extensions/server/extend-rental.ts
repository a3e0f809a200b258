import type { Booking } from '#features/aftersales/bookings/model/booking.ts';
import type { BookingDeps } from '#features/aftersales/bookings/server/booking-deps.ts';
import { findBooking } from '#features/aftersales/bookings/server/booking-store.ts';
import { lockedBooking } from '#features/aftersales/bookings/server/cancel-booking.ts';
import { moveRentalDays } from '#features/aftersales/bookings/server/change-booking.ts';
import { commissionOf, latestDay, priceOfExtension } from '#features/aftersales/rental-extensions/model/extension.ts';
import type {
  EXTENSION_ANSWERS,
  ExtensionsResponse,
  RentalRequest,
} from '#features/aftersales/rental-extensions/model/extension-contract.ts';
import { listingName } from '#features/catalog/listings/model/listing.ts';
import { carsOfBookings } from '#features/catalog/server/api.ts';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import { addPlanItem, carsOfOrders, lockOrder, orderNotFound } from '#features/orders/server/api.ts';
import { dayAfter } from '#features/payments/payments/model/calendar-day.ts';
import { answerOf, askOrder, reasonText } from '#features/payments/server/api.ts';
import { actingAdmin, actingUser, audit, mailAddressOf } from '#features/people/server/api.ts';
import { type Party, shipmentFor } from '#features/shipping/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Caller, Origin } from '#lib/server/http/caller.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';
import {
  answerExtension,
  type EndingDeposit,
  type Extension,
  endingDepositOf,
  extensionsOf,
  insertExtension,
  isCarTaken,
  type RentedCar,
  rentedCarOf,
  waitingFor,
} from './extension-store.ts';

type Asked = { lastDay: string; totalCents: number };
const refused = (
  messageKey:
    | 'extensions.changed'
    | 'extensions.waits'
    | 'extensions.answered'
    | 'extensions.license'
    | 'payment.dates.taken',
) => new AppError('conflict', messageKey, { messageKey });

/** Asks to keep the car for longer, for the price that the renter saw. Repeating a request changes nothing. */
export function askExtension(deps: BookingDeps, caller: Caller, orderId: number, asked: Asked, origin: Origin) {
  const { pool, clock } = deps.payments;
  return withTransaction(pool, async (db) => {
    const party = await partyOf(db, caller, orderId);
    if (party.role !== 'buyer') throw orderNotFound();
    await lockOrder(db, orderId);
    const endDay = dayAfter(asked.lastDay);
    const [newest] = await extensionsOf(db, orderId);
    if (newest?.answer === null) {
      if (newest.end_day === endDay) return;
      throw refused('extensions.waits');
    }
    await askOrder(db, orderId, 'extend', { now: clock.now() });
    const rented = await rentedCarOf(db, orderId);
    if (!rented) throw orderNotFound();
    const price = priceOfExtension(rented, endDay);
    if (!price || asked.lastDay > latestDay(rented))
      throw new AppError('malformed', 'no day more', { fields: { last_day: { messageKey: 'extensions.badDay' } } });
    if (price.totalCents !== asked.totalCents) throw refused('extensions.changed');
    if (await isCarTaken(db, orderId, rented.endDay, endDay)) throw refused('payment.dates.taken');
    const { days, priceCents, taxCents } = price;
    refuseBeyondLicense(rented, days);
    const isNew = await insertExtension(db, {
      ...{ order_id: orderId, end_day: endDay, days, price_cents: priceCents, tax_cents: taxCents },
      commission_cents: commissionOf(rented, priceCents),
    });
    if (!isNew) throw refused('extensions.waits');
    await audit(db, origin, {
      actor: actingUser(party.id),
      action: 'rental extension asked',
      subject: { kind: 'order', id: orderId },
      details: { lastDay: asked.lastDay, totalCents: price.totalCents },
    });
    await mailAsked(db, deps.siteOrigin, orderId, asked);
  });
}

/** Throws if the accepted license of the driver ends before the car would be back. */
function refuseBeyondLicense({ licenseUntil, returnDay }: RentedCar, days: number): void {
  if (licenseUntil !== null && licenseUntil < dayAfter(returnDay, days)) throw refused('extensions.license');
}

/** `depositEnds`: the end of the card hold that the person saw; null if none was shown. */
type Answered = { extensionId: number; answer: (typeof EXTENSION_ANSWERS)[number]; depositEnds: string | null };

/**
 * Accepts or declines a request for the owner or the office, or withdraws it for the renter. Accepting claims the days, moves the end of the
 * booking and asks for the price by an item of the plan, which is due on the original return date. If the deposit on the renter's card ends before
 * the new return, it is accepted only by a person who saw that, and the renter is asked to have the deposit held again.
 */
export function answerRequest(
  deps: BookingDeps,
  caller: Caller,
  orderId: number,
  { extensionId, answer, depositEnds }: Answered,
  origin: Origin,
) {
  const { pool } = deps.payments;
  return withTransaction(pool, async (db) => {
    const party = await partyOf(db, caller, orderId);
    if ((party.role === 'buyer') !== (answer === 'withdrawn'))
      throw new AppError('forbidden', `a ${party.role} cannot say ${answer}`, { messageKey: 'shipments.notYours' });
    const rented = await rentedCarOf(db, orderId);
    const booking = rented && (await findBooking(db, rented.bookingId));
    if (!booking) throw orderNotFound();
    const locked = await lockedBooking(db, booking);
    await lockOrder(db, orderId);
    const asked = (await extensionsOf(db, orderId)).find(({ id }) => id === extensionId);
    if (!asked) throw orderNotFound();
    if (asked.answer === answer) return;
    const deposit = answer === 'accepted' ? await endingDepositOf(db, orderId, asked.days) : null;
    if (deposit && deposit.endsAt.toISOString() !== depositEnds) throw depositEndsEarly(deposit);
    const dueAt = answer === 'accepted' ? await extend(deps, db, asked, locked) : null;
    const by = { by: party.role === 'operator' ? ('admin' as const) : party.role, id: party.id };
    if (!(await answerExtension(db, extensionId, answer, by))) throw refused('extensions.answered');
    await auditAnswer(db, origin, party, asked, answer);
    const lastDay = dayAfter(asked.end_day, -1);
    if (answer === 'declined') await mailDeclined(db, deps.siteOrigin, booking, lastDay);
    const totalCents = asked.price_cents + asked.tax_cents;
    if (dueAt)
      await mailAccepted(db, deps.siteOrigin, booking, {
        lastDay,
        totalCents,
        dueAt,
        timeZone: rented.timeZone,
        deposit,
      });
  });
}

function depositEndsEarly({ cents, endsAt }: EndingDeposit): AppError {
  return new AppError('conflict', 'the card hold ends before the return', {
    write: (t) => t('extensions.depositEnds', { amount: t.cents(cents), time: t.utcTime(endsAt) }),
  });
}

type Locked = Awaited<ReturnType<typeof lockedBooking>>;

/** Returns when the price is due. */
async function extend(deps: BookingDeps, db: Queryable, asked: Extension, locked: Locked): Promise<Date> {
  const { order_id: orderId, end_day: endDay, price_cents: priceCents, tax_cents: taxCents } = asked;
  const now = deps.payments.clock.now();
  if (asked.answer !== null) throw refused('extensions.answered');
  await askOrder(db, orderId, 'extend', { now });
  const rented = await rentedCarOf(db, orderId);
  if (!rented) throw orderNotFound();
  // Staff may have moved the days since the request.
  if (priceOfExtension(rented, endDay)?.totalCents !== priceCents + taxCents) throw refused('extensions.changed');
  refuseBeyondLicense(rented, asked.days);
  const dueAt = new Date(Math.max(rented.returnAt.getTime(), now.getTime()));
  await moveRentalDays(deps, db, locked, { startDay: rented.startDay, endDay });
  await addPlanItem(db, orderId, { kind: 'extension', amountCents: priceCents + taxCents, dueAt });
  return dueAt;
}

function auditAnswer(
  db: Queryable,
  origin: Origin,
  party: Party,
  asked: Extension,
  answer: Answered['answer'],
): Promise<void> {
  return audit(db, origin, {
    actor: party.role === 'operator' ? actingAdmin(party.id) : actingUser(party.id),
    action: `rental extension ${answer}`,
    subject: { kind: 'order', id: asked.order_id },
    details: { extension: asked.id, endDay: asked.end_day, totalCents: asked.price_cents + asked.tax_cents },
  });
}

/** Tells the owners of the car what the renter asks for. */
async function mailAsked(db: Queryable, site: string, orderId: number, { lastDay, totalCents }: Asked) {
  const t = recipientTranslator();
  const values = { number: orderNumber(orderId), day: t.date(lastDay), amount: t.cents(totalCents) };
  for (const { sellerId } of (await carsOfOrders(db, [orderId])).get(orderId) ?? [])
    await send(db, site, orderId, sellerId, t('mail.extension.asked', values), t('mail.extension.asked.text', values));
}

type Accepted = Asked & { dueAt: Date; timeZone: string; deposit: EndingDeposit | null };

/** Tells the renter that the car is theirs for longer, what to pay until when, and whether the deposit has to be held again. */
async function mailAccepted(
  db: Queryable,
  site: string,
  { orderId, userId }: Booking,
  { lastDay, totalCents, dueAt, timeZone, deposit }: Accepted,
) {
  const t = recipientTranslator();
  const number = orderNumber(orderId);
  const values = { number, day: t.date(lastDay), amount: t.cents(totalCents), due: t.localTime(dueAt, timeZone) };
  const [title, text] = [t('mail.extension.accepted', values), t('mail.extension.accepted.text', values)];
  const again = deposit && { amount: t.cents(deposit.cents), time: t.localTime(deposit.endsAt, timeZone) };
  await send(db, site, orderId, userId, title, text, again && t('mail.extension.deposit', again));
}

/** Emails the renter that the original return date stays in force. */
async function mailDeclined(db: Queryable, site: string, { orderId, userId }: Booking, lastDay: string) {
  const t = recipientTranslator();
  const values = { number: orderNumber(orderId), day: t.date(lastDay) };
  const [title, text] = [t('mail.extension.declined', values), t('mail.extension.declined.text', values)];
  await send(db, site, orderId, userId, title, text);
}

async function send(
  db: Queryable,
  site: string,
  orderId: number,
  userId: number,
  title: string,
  text: string,
  more: string | null = null,
) {
  const t = recipientTranslator();
  const to = await mailAddressOf(db, userId);
  if (!to) return;
  const content = {
    title,
    paragraphs: [t('mail.greeting', { name: to.name }), text, ...(more === null ? [] : [more])],
    action: { label: t('mail.transfer.see'), url: site + paths.order.replace(':id', String(orderId)) },
    footer: t('mail.footer'),
  };
  await queueMail(db, { to: to.email, subject: title, ...composeMail(content, t) });
}

/** The requests to extend a rental for its parties, and what the next one would cost. Throws `not_found` for a car for sale. */
export async function showExtensions(
  db: Queryable,
  caller: Caller,
  orderId: number,
  now: Date,
  t: Translator,
): Promise<ExtensionsResponse> {
  const party = await partyOf(db, caller, orderId);
  const rented = await rentedCarOf(db, orderId);
  if (!rented) throw orderNotFound();
  const { facts, answer } = await answerOf(db, orderId, 'extend', now);
  const why = answer.may === 'yes' ? null : reasonText(t, 'extend', answer.why, facts);
  const items = await extensionsOf(db, orderId);
  const waiting = items.find((item) => item.answer === null);
  const deposit = waiting ? await endingDepositOf(db, orderId, waiting.days) : null;
  return {
    role: party.role,
    may: { act: 'extend', may: answer.may, why },
    first_day: rented.startDay,
    last_day: dayAfter(rented.endDay, -1),
    latest_day: latestDay(rented),
    price_cents: rented.priceCents,
    tax_cents: rented.taxCents,
    items: items.map((asked) => ({
      id: asked.id,
      last_day: dayAfter(asked.end_day, -1),
      days: asked.days,
      total_cents: asked.price_cents + asked.tax_cents,
      asked_at: asked.asked_at.toISOString(),
      answer: asked.answer,
      deposit_ends: deposit && asked === waiting ? { cents: deposit.cents, at: deposit.endsAt.toISOString() } : null,
    })),
  };
}

const DAY_MS = 86_400_000;

/** Returns the requests that wait for the answer of an owner, the oldest first. The back office counts their days in the same way. */
export async function requestsFor(db: Queryable, ownerId: number, now: Date): Promise<RentalRequest[]> {
  const waiting = await waitingFor(db, ownerId);
  const cars = await carsOfBookings(
    db,
    waiting.map(({ listingId }) => listingId),
  );
  return waiting.map(({ orderId, listingId, endDay, totalCents, since }) => {
    const car = cars.get(listingId);
    return {
      order_id: orderId,
      number: orderNumber(orderId),
      car: car ? listingName(car) : '',
      last_day: dayAfter(endDay, -1),
      total_cents: totalCents,
      since: since.toISOString(),
      days: Math.floor((now.getTime() - since.getTime()) / DAY_MS),
    };
  });
}

/**
 * Returns who asks about extending a rental: its renter, the owner of the car or staff. A renter who is logged in as staff too counts as the
 * renter and cannot answer their own request. Throws `not_found` for everyone else, as for unknown orders.
 */
async function partyOf(db: Queryable, caller: Caller, orderId: number): Promise<Party> {
  const { shipment, party } = await shipmentFor(db, caller, orderId);
  return caller.user?.id === shipment.buyerId ? { role: 'buyer', id: caller.user.id } : party;
}
