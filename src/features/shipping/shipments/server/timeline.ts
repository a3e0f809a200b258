import { carsOfBookings } from '#features/catalog/server/api.ts';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import { movesOfOrder } from '#features/orders/server/api.ts';
import { endOf } from '#features/payments/order-acts/model/order-life.ts';
import { readOperator } from '#features/site/server/api.ts';
import { href } from '#lib/api-client/api-call.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import { fileCalls } from '../../shipping-calls.ts';
import { allPorts, type Port, portOf } from '../model/port.ts';
import { progressOf, type StepProgress } from '../model/progress.ts';
import type { PlaceResponse, StepResponse, TimelineResponse } from '../model/shipment-contract.ts';
import { hasHour, isReported, maySellerReport, type Step } from '../model/step.ts';
import { type Party, type ShipmentDeps, shipmentFor } from './shipment-party.ts';
import type { ScheduleChange, Shipment, ShipmentCar } from './shipment-store.ts';

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
