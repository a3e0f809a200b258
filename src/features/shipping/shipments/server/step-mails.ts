import { lotName } from '#features/catalog/listings/model/listing.ts';
import { carsOfBookings } from '#features/catalog/server/api.ts';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import { mailAddressOf } from '#features/people/server/api.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';
import { portOf } from '../model/port.ts';
import { nextStep, progressOf, type StepProgress } from '../model/progress.ts';
import { type ReportedStep, STEPS_OF } from '../model/step.ts';
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
