import { carsOfBookings } from '#features/catalog/server/api.ts';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import { movesOfOrder, orderNotFound } from '#features/orders/server/api.ts';
import { endOf } from '#features/payments/order-acts/model/order-life.ts';
import type { RentalTimes } from '#features/payments/rental-offers/model/rental-offer.ts';
import { rentalTimesOf } from '#features/payments/server/api.ts';
import { allPorts, type Port, portOf } from '#features/shipping/shipments/model/port.ts';
import { progressOf, type StepProgress } from '#features/shipping/shipments/model/progress.ts';
import type {
  PlaceResponse,
  StepResponse,
  TimelineResponse,
} from '#features/shipping/shipments/model/shipment-contract.ts';
import { hasHour, isReported, maySellerReport, type Step } from '#features/shipping/shipments/model/step.ts';
import { fileCalls, shipmentCalls } from '#features/shipping/shipping-calls.ts';
import { readOperator } from '#features/site/server/api.ts';
import { href } from '#lib/api-client/api-call.ts';
import { AppError } from '#lib/app-error.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import { hashOfToken, newSecretToken } from '#lib/server/session/secret-token.ts';
import { type Party, type ShipmentDeps, shipmentFor } from './shipment-party.ts';
import { loadShipments, type ScheduleChange, type Shipment, type ShipmentCar } from './shipment-store.ts';

/** Returns the timeline of an order. Throws unless the caller is one of its parties. */
export async function readTimeline(
  { pool, clock }: Pick<ShipmentDeps, 'pool' | 'clock'>,
  caller: Caller,
  orderId: number,
): Promise<TimelineResponse> {
  const { shipment, party } = await shipmentFor(pool, caller, orderId);
  return toTimeline(pool, shipment, party, clock.now());
}

export function listPorts(): PlaceResponse[] {
  return allPorts().map(toPlaceResponse);
}

/** Returns the timeline of an order as one of its parties sees it. */
export async function toTimeline(
  db: Queryable,
  { orderId, cars, changes }: Shipment,
  party: Party,
  now: Date,
): Promise<TimelineResponse> {
  const [first] = cars;
  if (!first) throw new Error(`order ${orderId} has no cars`);
  const listings = await carsOfBookings(
    db,
    cars.map(({ listingId }) => listingId),
  );
  const operator = await readOperator(db);
  return {
    order_id: orderId,
    number: orderNumber(orderId),
    offer: first.facts.offer,
    life: first.facts.life,
    ended: endOf((await movesOfOrder(db, orderId)).at(-1)),
    as_of: now.toISOString(),
    viewer: party.role,
    contact: { name: operator.legalName, details: operator.contact },
    cars: cars.map((car) => {
      const listing = listings.get(car.listingId);
      if (!listing) throw new Error(`order ${orderId} has no car ${car.listingId}`);
      const steps = progressOf(car.facts, now);
      return {
        listing_id: car.listingId,
        make: listing.make,
        model: listing.model,
        year: listing.year,
        route: routeOf(car, steps),
        steps: steps.map((step) => toStep(step, { orderId, car, changes, party })),
      };
    }),
  };
}

/** Returns the ports of the sailing, or those that events name. */
function routeOf({ sailing, facts }: ShipmentCar, steps: StepProgress[]): TimelineResponse['cars'][number]['route'] {
  if (facts.offer === 'Rent') return null;
  const placeOfStep = (wanted: Step) => steps.find(({ step }) => step === wanted)?.event?.place ?? null;
  const from = toPlace(sailing?.fromPlace ?? placeOfStep('sailed') ?? placeOfStep('loaded') ?? placeOfStep('at_port'));
  const to = toPlace(sailing?.toPlace ?? placeOfStep('arrived') ?? placeOfStep('discharged'));
  if (!from && !to) return null;
  const container = sailing?.container ?? steps.find(({ step }) => step === 'loaded')?.event?.container;
  return { from, to, by: container ? 'container' : 'roro' };
}

type StepContext = { orderId: number; car: ShipmentCar; changes: ScheduleChange[]; party: Party };

function toStep(progress: StepProgress, { orderId, car, changes, party: { role } }: StepContext): StepResponse {
  const { step, state, owner, event, at, dueAt } = progress;
  const place = toPlace(event?.place ?? sailingPlace(step, car));
  const isVisible = state !== 'passed';
  return {
    step,
    state,
    owner,
    certainty: event?.certainty ?? (state === 'done' ? 'actual' : at ? 'planned' : null),
    at: at?.toISOString() ?? null,
    time_zone: clockOfRental(step, car) ?? event?.timeZone ?? place?.time_zone ?? null,
    place,
    due_at: dueAt.toISOString(),
    late: progress.isLate,
    late_days: progress.lateDays,
    due_changes: changes
      .filter((change) => change.step === step)
      .map(({ id, dueAt: changed, owner: by, reason, madeAt }) => ({
        id,
        due_at: changed.toISOString(),
        owner: by,
        reason,
        made_at: madeAt.toISOString(),
      })),
    note: isVisible ? (event?.note ?? '') : '',
    vessel:
      event?.vessel && event.imo && event.voyage ? { name: event.vessel, imo: event.imo, voyage: event.voyage } : null,
    container: event?.container ?? null,
    seal: event?.seal ?? null,
    bill: event?.billNumber && event.billForm ? { number: event.billNumber, form: event.billForm } : null,
    changes: progress.expectations.map((told) => ({
      at: told.at.toISOString(),
      certainty: told.certainty,
      told_at: told.capturedAt.toISOString(),
      note: told.note,
    })),
    evidence: progress.evidence.map(({ kind, isThere }) => ({ kind, there: isThere })),
    files: progress.files.map(({ id, kind, name }) => ({
      ...{ id, kind, name },
      url: href(fileCalls.open, { params: { id: orderId, file: id } }),
    })),
    papers: progress.papers.map(({ paper, event: told }) => ({
      paper,
      done_at: told?.certainty === 'actual' ? told.happensAt.toISOString() : null,
    })),
    reportable: isReported(step) && (role === 'operator' || (role === 'seller' && maySellerReport(step))),
  };
}

/** The pick-up and the return are in the time zone of the car, wherever they are reported from. */
function clockOfRental(step: Step, { facts }: ShipmentCar): string | null {
  return hasHour(step) ? (facts.rental?.timeZone ?? null) : null;
}

/** Returns the port where a step of a vessel happens, for events that name no place. */
function sailingPlace(step: Step, { sailing }: ShipmentCar): string | null {
  if (!sailing) return null;
  if (step === 'loaded' || step === 'sailed') return sailing.fromPlace;
  return step === 'arrived' || step === 'discharged' ? sailing.toPlace : null;
}

function toPlace(code: string | null): PlaceResponse | null {
  const port = code === null ? null : portOf(code);
  return port && toPlaceResponse(port);
}

export function toPlaceResponse({ code, name, country, timeZone }: Port): PlaceResponse {
  return { code, name, country, time_zone: timeZone };
}

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
