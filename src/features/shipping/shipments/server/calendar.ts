import { orderNotFound } from '#features/orders/server/api.ts';
import type { RentalTimes } from '#features/payments/rental-offers/model/rental-offer.ts';
import { rentalTimesOf } from '#features/payments/server/api.ts';
import { href } from '#lib/api-client/api-call.ts';
import { AppError } from '#lib/app-error.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import { hashOfToken, newSecretToken } from '#lib/server/session/secret-token.ts';
import { shipmentCalls } from '../../shipping-calls.ts';
import type { StepResponse, TimelineResponse } from '../model/shipment-contract.ts';
import { type ShipmentDeps, shipmentFor } from './shipment-party.ts';
import { loadShipments } from './shipment-store.ts';
import { toTimeline } from './timeline.ts';

const PUT = statement(`
  insert into timeline_links (order_id, token_hash) values ($1, $2)
  on conflict (order_id) do update set token_hash = excluded.token_hash, made_at = now()`);
const FIND = statement('select order_id as id from timeline_links where order_id = $1 and token_hash = $2');

/** Creates the secret address of an order's calendar for its buyer. Earlier addresses stop working. */
export async function shareCalendar(
  { pool, siteOrigin }: ShipmentDeps,
  caller: Caller,
  orderId: number,
): Promise<{ url: string }> {
  const { party } = await shipmentFor(pool, { ...caller, admin: null }, orderId);
  if (party.role !== 'buyer') throw orderNotFound();
  const { token, hash } = newSecretToken();
  await rowsOf(pool, PUT, [orderId, hash]);
  return { url: siteOrigin + href(shipmentCalls.calendar, { params: { id: orderId }, query: { token } }) };
}

/** Returns the calendar of an order. Throws `not_found` unless the token is the one in its secret address. */
export async function readCalendar(
  { pool, clock, siteOrigin }: ShipmentDeps,
  orderId: number,
  token: string,
  t: Translator,
): Promise<string> {
  const hash = hashOfToken(token);
  const [link] = hash ? await rowsOf<{ id: number }>(pool, FIND, [orderId, hash]) : [];
  const shipment = link && (await loadShipments(pool, [orderId])).get(orderId);
  if (!shipment) throw new AppError('not_found', 'no such calendar', { messageKey: 'orders.notFound' });
  const timeline = await toTimeline(pool, shipment, { role: 'buyer', id: shipment.buyerId }, clock.now());
  const rental = await rentalTimesOf(pool, orderId);
  return calendarOf({ timeline, rental, host: new URL(siteOrigin).host }, t);
}

const MAX_LINE_BYTES = 74;

type Calendar = { timeline: TimelineResponse; rental: RentalTimes | null; host: string };

/**
 * Formats the steps of a timeline as iCalendar (RFC 5545), each as a day at its place. The pick-up and the return of a rental have a time,
 * and their titles also give it in the time zone of the car. `host` makes the ids unique.
 */
function calendarOf({ timeline, rental, host }: Calendar, t: Translator): string {
  const { number, cars, as_of: time } = timeline;
  const events = cars.flatMap(({ listing_id: id, make, model, steps }) =>
    steps.flatMap((step) => {
      const day = dayOf(step);
      if (day === null) return [];
      const name = t(`shipments.step.${step.step}`);
      const car = `${make} ${model}`;
      const moment = rental && step.state !== 'done' ? momentOf(step, rental) : null;
      const when = moment && t.localTime(moment, rental?.time_zone ?? 'UTC');
      const summary = when
        ? t(step.step === 'pick_up' ? 'shipments.calendar.pickUp' : 'shipments.calendar.rental', {
            car,
            step: name,
            time: when,
          })
        : t('shipments.calendar.entry', { car, step: name, certainty: certaintyOf(step, t) });
      const lines = [
        'BEGIN:VEVENT',
        `UID:${number}-${id}-${step.step}@${host}`,
        `DTSTAMP:${compact(time)}`,
        moment ? `DTSTART:${compact(moment)}` : `DTSTART;VALUE=DATE:${day}`,
        `SUMMARY:${escaped(summary)}`,
        ...(step.note ? [`DESCRIPTION:${escaped(step.note)}`] : []),
        ...(step.place ? [`LOCATION:${escaped(`${step.place.name}, ${t.region(step.place.country)}`)}`] : []),
        ...(moment && rental?.place ? [`LOCATION:${escaped(rental.place)}`] : []),
        'TRANSP:TRANSPARENT',
        'END:VEVENT',
      ];
      return lines;
    }),
  );
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//CarQuay//Orders//EN', `X-WR-CALNAME:${escaped(number)}`];
  const lines = [...head, 'REFRESH-INTERVAL;VALUE=DURATION:PT6H', ...events, 'END:VCALENDAR'];
  return `${lines.flatMap(folded).join('\r\n')}\r\n`;
}

/** Returns when a renter picks up or returns the car; null for other steps. */
function momentOf({ step }: StepResponse, { pick_up_at: pickUp, return_at: back }: RentalTimes): string | null {
  if (step === 'pick_up') return pickUp;
  return step === 'return' ? back : null;
}

/** Returns the day of a step at its place, or its due date if no time is known; null if it is passed or canceled. */
function dayOf({ state, at, due_at: due, time_zone: zone }: StepResponse): string | null {
  if (state === 'passed' || state === 'canceled') return null;
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone ?? 'UTC', dateStyle: 'short' });
  return format.format(new Date(at ?? due)).replaceAll('-', '');
}

function certaintyOf({ state, at, certainty }: StepResponse, t: Translator): string {
  if (state === 'done') return t('shipments.state.done');
  return t(at && certainty === 'estimated' ? 'shipments.calendar.expected' : 'shipments.calendar.due');
}

const compact = (time: string) => time.replace(/[-:]|\.\d+/g, '');

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');
}

/** Splits a line at the length limit of the standard, without cutting a character. */
function folded(line: string): string[] {
  const lines: string[] = [];
  let current = '';
  for (const character of line) {
    if (Buffer.byteLength(current + character) > MAX_LINE_BYTES) {
      lines.push(current);
      current = ' ';
    }
    current += character;
  }
  return [...lines, current];
}
