import type pg from 'pg';
import { listingName, lotName } from '#features/catalog/listings/model/listing.ts';
import { carsOfBookings } from '#features/catalog/server/api.ts';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import { mailAddressOf } from '#features/people/server/api.ts';
import { portOf } from '#features/shipping/shipments/model/port.ts';
import { nextStep, progressOf, type StepProgress } from '#features/shipping/shipments/model/progress.ts';
import type { ShipmentEvent } from '#features/shipping/shipments/model/shipment-event.ts';
import { type ReportedStep, STEPS_OF } from '#features/shipping/shipments/model/step.ts';
import type { Clock } from '#lib/clock.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { type Queryable, rowsOf, statement, withTransaction } from '#lib/server/database/postgres.ts';
import type { ArrivalNotices, KnownArrivals } from '#lib/server/database/rows.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { isNotResting, type Run, workInTurn } from '#lib/server/jobs/job-runs.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';
import { loadShipments, type Shipment } from './shipment-store.ts';

type MailDeps = { siteOrigin: string; now: Date };
/** A car of a shipment whose step is done. */
type DoneCar = { listingId: number; steps: StepProgress[]; done: StepProgress };

const NOTE = statement(`
  insert into told_steps (order_id, listing_id, step, sent)
  select $1, $2, $3, not exists (select from told_steps where order_id = $1 and listing_id = $2 and step = any($4::text[]) and sent)
  on conflict do nothing returning sent`);

/**
 * Emails the buyers of orders that a step is done, once per car and step. One email names all cars of an order. A step that is reported
 * after a later one was emailed is only marked as emailed.
 */
export async function mailStep(db: Queryable, deps: MailDeps, orderIds: number[], step: ReportedStep): Promise<void> {
  for (const shipment of (await loadShipments(db, orderIds)).values()) {
    const news: DoneCar[] = [];
    for (const { listingId, facts } of shipment.cars) {
      const steps = progressOf(facts, deps.now);
      const done = steps.find((each) => each.step === step);
      if (done?.state !== 'done') continue;
      const order = STEPS_OF[facts.offer];
      const later = order.slice(order.indexOf(step) + 1);
      const [noted] = await rowsOf<{ sent: boolean }>(db, NOTE, [shipment.orderId, listingId, step, later]);
      if (noted?.sent) news.push({ listingId, steps, done });
    }
    await queueStepMail(db, deps.siteOrigin, shipment, news);
  }
}

const TAKE_BACK = statement(
  'delete from told_steps where order_id = $1 and listing_id = $2 and step = $3 returning sent',
);

/**
 * Emails a correction to buyers who were emailed that a step is done, if nothing proves it any longer. The step is emailed again once it
 * is done.
 */
export async function correctStep(
  db: Queryable,
  { siteOrigin, now }: MailDeps,
  orderIds: number[],
  step: ReportedStep,
): Promise<void> {
  for (const shipment of (await loadShipments(db, orderIds)).values()) {
    const wrong: number[] = [];
    for (const { listingId, facts } of shipment.cars) {
      const state = progressOf(facts, now).find((each) => each.step === step)?.state;
      if (state === 'done' || state === 'passed') continue;
      const [told] = await rowsOf<{ sent: boolean }>(db, TAKE_BACK, [shipment.orderId, listingId, step]);
      if (told?.sent) wrong.push(listingId);
    }
    await queueCorrection(db, siteOrigin, shipment, { step, cars: wrong });
  }
}

async function queueCorrection(
  db: Queryable,
  siteOrigin: string,
  { orderId, buyerId }: Shipment,
  { step, cars }: { step: ReportedStep; cars: number[] },
): Promise<void> {
  await queueForBuyer(db, siteOrigin, { orderId, buyerId, cars }, (t, car) => ({
    title: t('mail.shipment.correction', { car }),
    paragraphs: [
      t('mail.shipment.correction.text', { step: t(`mail.shipment.step.${step}`), number: orderNumber(orderId) }),
    ],
  }));
}

async function queueStepMail(
  db: Queryable,
  siteOrigin: string,
  { orderId, buyerId }: Shipment,
  news: DoneCar[],
): Promise<void> {
  const [first] = news;
  if (!first) return;
  const step = first.done.step as ReportedStep;
  const next = nextStep(first.steps);
  const cars = news.map(({ listingId }) => listingId);
  await queueForBuyer(db, siteOrigin, { orderId, buyerId, cars }, (t, car) => ({
    title: t(`mail.shipment.${step}`, { car }),
    paragraphs: [
      t(`mail.shipment.${step}.text`, { car, number: orderNumber(orderId) }),
      step === 'inspection' && first.done.files.length > 0 ? t('mail.shipment.inspection.files') : '',
      factsOf(first.done, t),
      first.done.event?.note ?? '',
      next
        ? t('mail.shipment.next', { step: t(`mail.shipment.step.${next.step}`), day: t.date(next.at ?? next.dueAt) })
        : '',
    ],
  }));
}

type Subject = { orderId: number; buyerId: number; cars: number[] };
type Words = { title: string; paragraphs: string[] };

/** Queues an email about cars of an order; none if there are no cars. */
async function queueForBuyer(
  db: Queryable,
  siteOrigin: string,
  { orderId, buyerId, cars }: Subject,
  wordsOf: (t: Translator, car: string) => Words,
): Promise<void> {
  const buyer = await mailAddressOf(db, buyerId);
  const listings = await carsOfBookings(db, cars);
  const named = cars.flatMap((id) => listings.get(id) ?? []);
  if (!buyer || named.length === 0) return;
  const t = recipientTranslator();
  const { title, paragraphs } = wordsOf(t, lotName(named, t));
  const content = {
    title,
    paragraphs: [t('mail.greeting', { name: buyer.name }), ...paragraphs.filter((paragraph) => paragraph !== '')],
    action: { label: t('mail.shipment.see'), url: `${siteOrigin}${paths.order.replace(':id', String(orderId))}` },
    footer: t('mail.footer'),
  };
  await queueMail(db, { to: buyer.email, subject: title, ...composeMail(content, t) });
}

/** Returns lines with time, place, vessel and bill of lading. */
function factsOf({ at, event }: StepProgress, t: Translator): string {
  if (!event || !at) return '';
  const place = event.place === null ? null : portOf(event.place)?.name;
  return [
    event.timeZone === 'UTC' ? t.utcTime(at) : t.localTime(at, event.timeZone),
    place,
    event.vessel && event.voyage && t('mail.shipment.vessel', { vessel: event.vessel, voyage: event.voyage }),
    event.billNumber && t('mail.shipment.bill', { number: event.billNumber }),
  ]
    .filter(Boolean)
    .join('\n');
}

const DAY_MS = 86_400_000;
const BATCH = 50;

type Deps = { siteOrigin: string; now: Date };
type Notice = Pick<ArrivalNotices, 'mailed_at' | 'is_due'>;
type Known = Pick<KnownArrivals, 'listing_id' | 'arrives_at'>;
/** A car that is expected on another day than the buyer knows. */
type Moved = { listingId: number; before: Date; lateDays: number; event: ShipmentEvent };

/** Inserts or locks the row of an order, so that two simultaneous reports send one email. */
const LOCK = statement(`
  insert into arrival_notices (order_id) values ($1)
  on conflict (order_id) do update set is_due = arrival_notices.is_due returning mailed_at, is_due`);
const PUT = statement('update arrival_notices set mailed_at = $2, is_due = $3 where order_id = $1');
const KNOWN = statement('select listing_id, arrives_at from known_arrivals where order_id = $1');
const PUT_KNOWN = statement(`
  insert into known_arrivals (order_id, listing_id, arrives_at) values ($1, $2, $3)
  on conflict (order_id, listing_id) do update set arrives_at = excluded.arrives_at`);
const DUE = statement(`
  select order_id as id from arrival_notices where is_due and mailed_at <= $1 and ${isNotResting('arrival emails', 'order_id')}
  order by mailed_at limit ${BATCH}`);

/**
 * Emails the buyers of orders whose cars are now expected on another day, at most once a day per order. A change within a day of the last
 * email is left to `mailDueArrivals`. The first expected arrival of a car is not a change.
 */
export async function noteArrivals(db: Queryable, deps: Deps, orderIds: number[]): Promise<void> {
  for (const shipment of (await loadShipments(db, orderIds)).values()) await noteArrival(db, deps, shipment);
}

async function noteArrival(db: Queryable, { siteOrigin, now }: Deps, shipment: Shipment): Promise<void> {
  const { orderId } = shipment;
  const [notice] = await rowsOf<Notice>(db, LOCK, [orderId]);
  const moved = await movedCars(db, shipment, now);
  const isTooSoon = notice?.mailed_at ? now.getTime() - notice.mailed_at.getTime() < DAY_MS : false;
  if (moved.length > 0 && !isTooSoon) {
    await rowsOf(db, PUT, [orderId, now, false]);
    for (const { listingId, event } of moved) await rowsOf(db, PUT_KNOWN, [orderId, listingId, event.happensAt]);
    await mailArrivals(db, siteOrigin, shipment, moved);
  } else if (notice && notice.is_due !== moved.length > 0) {
    await rowsOf(db, PUT, [orderId, notice.mailed_at, moved.length > 0]);
  }
}

/** Returns the cars that are expected on another day than the buyer knows. Stores the first expected arrival of a car. */
async function movedCars(db: Queryable, { orderId, cars }: Shipment, now: Date): Promise<Moved[]> {
  const rows = await rowsOf<Known>(db, KNOWN, [orderId]);
  const known = new Map(rows.map((row) => [row.listing_id, row.arrives_at]));
  const moved: Moved[] = [];
  for (const { listingId, facts } of cars) {
    const arrived = progressOf(facts, now).find(({ step }) => step === 'arrived');
    const event = arrived?.event;
    if (!event || event.certainty === 'actual' || arrived.state === 'canceled') continue;
    const before = known.get(listingId) ?? arrived.expectations.at(-2)?.at ?? event.happensAt;
    if (!known.has(listingId)) await rowsOf(db, PUT_KNOWN, [orderId, listingId, before]);
    if (!isSameDay(before, event.happensAt, event.timeZone))
      moved.push({ listingId, before, lateDays: arrived.lateDays, event });
  }
  return moved;
}

function isSameDay(one: Date, other: Date, timeZone: string): boolean {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  return format.format(one) === format.format(other);
}

async function mailArrivals(
  db: Queryable,
  siteOrigin: string,
  { orderId, buyerId }: Shipment,
  moved: Moved[],
): Promise<void> {
  const buyer = await mailAddressOf(db, buyerId);
  const ids = moved.map(({ listingId }) => listingId);
  const listings = await carsOfBookings(db, ids);
  const cars = ids.flatMap((id) => listings.get(id) ?? []);
  if (!buyer || cars.length !== ids.length) return;
  const t = recipientTranslator();
  const car = lotName(cars, t);
  const [day = '', ...otherDays] = new Set(moved.map(({ event }) => t.localDay(event.happensAt, event.timeZone)));
  const title = otherDays.length === 0 ? t('mail.arrival', { car, day }) : t('mail.arrival.days', { car });
  const texts = moved.map((each) => movedText(each, t));
  const names = cars.map(listingName);
  const isSame = new Set(texts).size === 1;
  const content = {
    title,
    paragraphs: [
      t('mail.greeting', { name: buyer.name }),
      t('mail.arrival.text', { car, number: orderNumber(orderId) }),
      ...(isSame ? texts.slice(0, 1) : texts.map((text, index) => `${names[index]}\n${text}`)),
    ],
    action: { label: t('mail.shipment.see'), url: `${siteOrigin}${paths.order.replace(':id', String(orderId))}` },
    footer: t('mail.footer'),
  };
  await queueMail(db, { to: buyer.email, subject: title, ...composeMail(content, t) });
}

function movedText({ before, lateDays, event }: Moved, t: Translator): string {
  const day = (time: Date) => t.localDay(time, event.timeZone);
  const place = event.place === null ? null : portOf(event.place)?.name;
  return [
    t('mail.arrival.before', { day: day(before) }),
    t('mail.arrival.now', { day: day(event.happensAt) }),
    ...(place ? [t('mail.arrival.place', { place })] : []),
    ...(lateDays > 0 ? [t('mail.arrival.late', { days: lateDays })] : []),
    event.note === '' ? t('mail.arrival.noReason') : t('mail.arrival.reason', { reason: event.note }),
  ].join('\n');
}

/** Sends the emails about changed arrivals that were held back for a day. */
export async function mailDueArrivals(
  { pool, clock, siteOrigin }: { pool: pg.Pool; clock: Clock; siteOrigin: string },
  onError: (error: unknown) => void,
  run?: Run,
): Promise<void> {
  const now = clock.now();
  const orders = await rowsOf<{ id: number }>(pool, DUE, [new Date(now.getTime() - DAY_MS)]);
  await workInTurn(orders, {
    pool,
    queue: 'arrival emails',
    itemOf: ({ id }) => String(id),
    work: ({ id }) => withTransaction(pool, (db) => noteArrivals(db, { siteOrigin, now }, [id])),
    onError,
    run,
  });
}
