import { mailAddressOf } from '#features/accounts/server/api.ts';
import { listingName } from '#features/listings/model/listing-name.ts';
import { carsOfBookings } from '#features/listings/server/api.ts';
import { orderNumber } from '#features/orders/model/order.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail } from '#lib/server/mail/mail-layout.ts';
import { queueMail } from '#lib/server/mail/mail-outbox.ts';
import { paths } from '#paths.ts';
import { portOf } from '../model/port.ts';
import { nextStep, progressOf, type StepProgress } from '../model/progress.ts';
import { type ReportedStep, STEPS_OF } from '../model/step.ts';
import { loadShipments, type Shipment } from './shipment-store.ts';

const NOTE = statement(`
  insert into shipment_mails (order_id, step, sent)
  select $1, $2, not exists (select 1 from shipment_mails where order_id = $1 and step = any($3::text[]) and sent)
  on conflict do nothing returning sent`);

/**
 * Emails the buyers of orders that a step is done, once per order and step. A step that is reported after a later one was emailed
 * is only marked as emailed.
 */
export async function mailStep(
  db: Queryable,
  { siteOrigin, now }: { siteOrigin: string; now: Date },
  orderIds: number[],
  step: ReportedStep,
): Promise<void> {
  for (const shipment of (await loadShipments(db, orderIds)).values()) {
    const [car] = shipment.cars;
    if (!car) continue;
    const steps = progressOf(car.facts, now);
    const done = steps.find((each) => each.step === step);
    if (done?.state !== 'done') continue;
    const order = STEPS_OF[car.facts.offer];
    const later = order.slice(order.indexOf(step) + 1);
    const [noted] = await rowsOf<{ sent: boolean }>(db, NOTE, [shipment.orderId, step, later]);
    if (noted?.sent) await queueStepMail(db, siteOrigin, shipment, steps, done);
  }
}

const TAKE_BACK = statement('delete from shipment_mails where order_id = $1 and step = $2 returning sent');

/**
 * Emails a correction to the buyers of orders who were told that a step is done, if nothing proves it any more. The step is emailed
 * again once it is done.
 */
export async function correctStep(
  db: Queryable,
  { siteOrigin, now }: { siteOrigin: string; now: Date },
  orderIds: number[],
  step: ReportedStep,
): Promise<void> {
  for (const shipment of (await loadShipments(db, orderIds)).values()) {
    const [car] = shipment.cars;
    const state = car && progressOf(car.facts, now).find((each) => each.step === step)?.state;
    if (!car || state === 'done' || state === 'passed') continue;
    const [told] = await rowsOf<{ sent: boolean }>(db, TAKE_BACK, [shipment.orderId, step]);
    if (told?.sent) await queueCorrection(db, siteOrigin, shipment, step);
  }
}

async function queueCorrection(
  db: Queryable,
  siteOrigin: string,
  { orderId, buyerId, cars }: Shipment,
  step: ReportedStep,
): Promise<void> {
  const buyer = await mailAddressOf(db, buyerId);
  const [listingId = 0] = cars.map((car) => car.listingId);
  const listing = (await carsOfBookings(db, [listingId])).get(listingId);
  if (!buyer || !listing) return;
  const t = recipientTranslator();
  const car = listingName(listing);
  const title = t('mail.shipment.correction', { car });
  const content = {
    title,
    paragraphs: [
      t('mail.greeting', { name: buyer.name }),
      t('mail.shipment.correction.text', {
        step: t(`mail.shipment.step.${step}`),
        number: orderNumber(orderId),
      }),
    ],
    action: { label: t('mail.shipment.see'), url: `${siteOrigin}${paths.order.replace(':id', String(orderId))}` },
    footer: t('mail.footer'),
  };
  await queueMail(db, { to: buyer.email, subject: title, ...composeMail(content, t) });
}

async function queueStepMail(
  db: Queryable,
  siteOrigin: string,
  { orderId, buyerId, cars }: Shipment,
  steps: StepProgress[],
  done: StepProgress,
): Promise<void> {
  const buyer = await mailAddressOf(db, buyerId);
  const [listingId = 0] = cars.map((car) => car.listingId);
  const listing = (await carsOfBookings(db, [listingId])).get(listingId);
  if (!buyer || !listing) return;
  const t = recipientTranslator();
  const step = done.step as ReportedStep;
  const car = listingName(listing);
  const title = t(`mail.shipment.${step}`, { car });
  const next = nextStep(steps);
  const content = {
    title,
    paragraphs: [
      t('mail.greeting', { name: buyer.name }),
      t(`mail.shipment.${step}.text`, { car, number: orderNumber(orderId) }),
      factsOf(done, t),
      ...(done.event?.note ? [done.event.note] : []),
      ...(next
        ? [t('mail.shipment.next', { step: t(`mail.shipment.step.${next.step}`), day: t.date(next.at ?? next.dueAt) })]
        : []),
    ].filter((paragraph) => paragraph !== ''),
    action: { label: t('mail.shipment.see'), url: `${siteOrigin}${paths.order.replace(':id', String(orderId))}` },
    footer: t('mail.footer'),
  };
  await queueMail(db, { to: buyer.email, subject: title, ...composeMail(content, t) });
}

/** When and where it happened, the vessel, and the bill of lading. */
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
