import { createHash } from 'node:crypto';
import type { OrderAct } from '#features/payments/order-acts/model/act-list.ts';
import { ABOARD_STEPS } from '#features/payments/order-acts/model/order-facts.ts';
import { askOrder } from '#features/payments/server/api.ts';
import { type CheckedEvent, CLOCK_TOLERANCE_MS, checkEvent } from '#features/shipping/shipments/model/event-check.ts';
import { portOf } from '#features/shipping/shipments/model/port.ts';
import type {
  EventBody,
  ScheduleBody,
  TimelineResponse,
  ToldResponse,
  WithdrawnResponse,
  WrittenEvent,
} from '#features/shipping/shipments/model/shipment-contract.ts';
import { isAfterOrder, maySellerReport, type ReportedStep, STEPS_OF } from '#features/shipping/shipments/model/step.ts';
import { AppError } from '#lib/app-error.ts';
import { type Queryable, queryColumn, rowsOf, statement, withTransaction } from '#lib/server/database/postgres.ts';
import { adminOf, type Caller } from '#lib/server/http/caller.ts';
import {
  countEvents,
  eventsWritten,
  insertEvent,
  isKnown,
  lockOrders,
  lockShipment,
  type NewEvent,
  type WrittenRecord,
} from './event-store.ts';
import { correctStep, mailStep, noteArrivals } from './shipment-mails.ts';
import { carOf, idUsed, type Party, type ShipmentDeps, shipmentFor } from './shipment-party.ts';
import type { Shipment } from './shipment-store.ts';
import { toPlaceResponse, toTimeline } from './timeline.ts';

/** Far more than an order with many cars needs. */
const MAX_EVENTS_OF_ORDER = 2_000;

/**
 * Records a report of a seller or the operator about a step of an order. Repeated calls change nothing; the same id with other content
 * is refused.
 */
export function tellEvent(
  { pool, clock, siteOrigin }: ShipmentDeps,
  caller: Caller,
  orderId: number,
  body: EventBody,
): Promise<ToldResponse> {
  return withTransaction(pool, async (db) => {
    await lockShipment(db, `order ${orderId}`);
    const { shipment, party } = await shipmentFor(db, caller, orderId);
    checkRight(shipment, party, body);
    const event = checkedEvent(body, clock.now());
    checkTime(shipment, event);
    const subject = { orderId, listingId: carOf(shipment, body.listing_id) };
    if (!(await isKnown(db, event.id))) {
      await lockOrders(db, [orderId]);
      await askOrder(db, orderId, actOf(event, party.role), { now: clock.now(), listingId: subject.listingId });
    }
    const told = await recordEvent(db, toNewEvent(event, subject, party, clock.now()));
    if (!told.repeated && (await countEvents(db, orderId)) > MAX_EVENTS_OF_ORDER)
      throw new AppError('conflict', 'too many events', { messageKey: 'shipments.tooManyEvents' });
    const isNews = !told.repeated && event.certainty === 'actual';
    if (isNews) await mailStep(db, { siteOrigin, now: clock.now() }, [orderId], event.step);
    if (event.step === 'arrived') await noteArrivals(db, { siteOrigin, now: clock.now() }, [orderId]);
    return told;
  });
}

/** Only actual events move a car. A plan to load it may be reported at any time. The owner of a rental is one of its two sides. */
export function actOf({ step, certainty }: Pick<EventBody, 'step' | 'certainty'>, role: Party['role']): OrderAct {
  if (certainty !== 'actual') return 'report';
  if (step === 'pick_up') return role === 'seller' ? 'report_pick_up' : 'pick_up';
  if (step === 'return') return role === 'seller' ? 'report_return' : 'bring_back';
  return ABOARD_STEPS.includes(step) ? 'load' : 'report';
}

/** Inserts an event, or returns the one that already has this id and content. */
export async function recordEvent(db: Queryable, event: NewEvent): Promise<ToldResponse> {
  const { event: told, isNew } = await insertEvent(db, event);
  if (!told.contentHash.equals(event.contentHash)) throw idUsed(`event ${event.id}`);
  return { id: event.id, told_at: told.toldAt.toISOString(), repeated: !isNew };
}

function checkRight({ cars }: Shipment, { role }: Party, { step }: EventBody): void {
  const [car] = cars;
  if (role === 'buyer' || (role === 'seller' && !maySellerReport(step)))
    throw new AppError('forbidden', `a ${role} cannot report ${step}`, { messageKey: 'shipments.notYours' });
  if (!car || !STEPS_OF[car.facts.offer].includes(step))
    throw new AppError('malformed', `no step ${step} in this order`, {
      fields: { step: { messageKey: 'shipments.problem.notThisOrder' } },
    });
}

/** Nothing loads or moves a car before its order. Clocks of devices may be off by a day. */
function checkTime({ cars: [car] }: Shipment, { step, certainty, happens_at: at }: CheckedEvent): void {
  if (!car || certainty !== 'actual' || !isAfterOrder(step)) return;
  if (Date.parse(at) < car.facts.orderedAt.getTime() - CLOCK_TOLERANCE_MS)
    throw new AppError('malformed', `${step} before the order`, {
      fields: { happens_at: { messageKey: 'shipments.problem.beforeOrder' } },
    });
}

/** Throws if an event is impossible. */
export function checkedEvent(body: EventBody, now: Date): CheckedEvent {
  const checked = checkEvent(body, now);
  if ('problems' in checked) throw new AppError('malformed', 'an impossible event', { fields: checked.problems });
  return checked;
}

export function toNewEvent(
  event: CheckedEvent,
  subject: NewEvent['subject'],
  { role, id: actorId }: Party,
  now: Date,
): NewEvent {
  const { port, timeZone, ...content } = event;
  return {
    id: event.id,
    subject,
    step: event.step,
    certainty: event.certainty,
    happensAt: new Date(event.happens_at),
    timeZone,
    place: port?.code ?? null,
    capturedAt: event.captured_at === undefined ? now : new Date(event.captured_at),
    actor: role === 'seller' ? 'seller' : 'admin',
    actorId,
    note: event.note,
    paper: event.paper ?? null,
    vessel: event.vessel ?? null,
    imo: event.imo ?? null,
    voyage: event.voyage ?? null,
    container: event.container ?? null,
    seal: event.seal ?? null,
    billNumber: event.bill_number ?? null,
    billForm: event.bill_form ?? null,
    evidence: event.evidence,
    contentHash: createHash('sha256')
      .update(canonical({ ...content, subject }))
      .digest(),
  };
}

/** Returns JSON with sorted keys, so that equal content has equal text. */
function canonical(content: Record<string, unknown>): string {
  return JSON.stringify(Object.entries(content).sort(([one], [other]) => (one < other ? -1 : 1)));
}

const WITHDRAW = statement(`
  insert into shipment_withdrawals (event_id, reason, actor, actor_id) values ($1, $2, $3, $4)
  on conflict (event_id) do nothing returning at`);
const FIND_WITHDRAWAL = statement('select at from shipment_withdrawals where event_id = $1');

/**
 * Withdraws a mistaken event: it stays stored with the reason, but no step counts it. Buyers get a correction if
 * they were emailed about a step that this event alone proved. Sellers may withdraw only their own reports.
 */
export function withdrawEvent(
  { pool, clock, siteOrigin }: ShipmentDeps,
  caller: Caller,
  orderId: number,
  eventId: string,
  reason: string,
): Promise<WithdrawnResponse> {
  return withTransaction(pool, async (db) => {
    await lockShipment(db, `order ${orderId}`);
    const { shipment, party } = await shipmentFor(db, caller, orderId);
    const event = (await eventsWritten(db, orderId)).find(({ id }) => id === eventId);
    if (!event || party.role === 'buyer' || !isVisible(event, shipment.cars))
      throw new AppError('not_found', 'no such event', { messageKey: 'shipments.noEvent' });
    if (!mayWithdraw(event, party))
      throw new AppError('forbidden', 'not their event', { messageKey: 'shipments.notYourReport' });
    if (event.sailingId !== null) await lockShipment(db, `sailing ${event.sailingId}`);
    const actor = party.role === 'operator' ? 'admin' : party.role;
    const [withdrawn] = await rowsOf<{ at: Date }>(db, WITHDRAW, [eventId, reason, actor, party.id]);
    if (withdrawn) {
      const deps = { siteOrigin, now: clock.now() };
      const orders = event.sailingId === null ? [orderId] : await ordersOfSailing(db, event.sailingId);
      await correctStep(db, deps, orders, event.step as ReportedStep);
      if (event.step === 'arrived') await noteArrivals(db, deps, orders);
      return { id: eventId, withdrawn_at: withdrawn.at.toISOString(), repeated: false };
    }
    const [known] = await rowsOf<{ at: Date }>(db, FIND_WITHDRAWAL, [eventId]);
    if (!known) throw new Error(`the withdrawal of event ${eventId} is missing`);
    return { id: eventId, withdrawn_at: known.at.toISOString(), repeated: true };
  });
}

const ordersOfSailing = queryColumn<number, [sailingId: number]>(`
  select distinct order_id as id from sailing_cars where sailing_id = $1 and removed_at is null`);

/** Returns whether an event is about one of these cars. */
function isVisible({ listingId }: WrittenRecord, cars: { listingId: number }[]): boolean {
  return listingId === null || cars.some((car) => car.listingId === listingId);
}

function mayWithdraw(event: WrittenRecord, { role, id }: Party): boolean {
  // A signed handover stays, also the pick-up or return of a rental.
  if (event.step === 'handed_over' || event.isSigned) return false;
  return role === 'operator' || (role === 'seller' && event.actor === 'seller' && event.actorId === id);
}

/** Returns the reports about an order, for the seller and the operator. Sellers see only those about their own cars. */
export async function listEvents(db: Queryable, caller: Caller, orderId: number): Promise<{ items: WrittenEvent[] }> {
  const { shipment, party } = await shipmentFor(db, caller, orderId);
  if (party.role === 'buyer')
    throw new AppError('forbidden', 'a buyer cannot see what was withdrawn', { messageKey: 'shipments.notYours' });
  const events = (await eventsWritten(db, orderId)).filter((event) => isVisible(event, shipment.cars));
  return {
    items: events.map((event) => {
      const port = event.place === null ? null : portOf(event.place);
      const { reason, withdrawnAt } = event;
      return {
        id: event.id,
        listing_id: event.listingId,
        step: event.step,
        certainty: event.certainty,
        happens_at: event.happensAt.toISOString(),
        time_zone: event.timeZone,
        place: port && toPlaceResponse(port),
        paper: event.paper,
        note: event.note,
        by: event.actor === 'seller' ? 'seller' : 'operator',
        told_at: event.toldAt.toISOString(),
        of_vessel: event.sailingId !== null,
        withdrawn: reason !== null && withdrawnAt ? { reason, at: withdrawnAt.toISOString() } : null,
        withdrawable: withdrawnAt === null && mayWithdraw(event, party),
      };
    }),
  };
}

const FURTHEST_MS = 2 * 365 * 86_400_000;

type Known = { orderId: number; step: string; owner: string; dueAt: Date; reason: string };
const FIND_CHANGE = statement(`
  select order_id as "orderId", step, owner, due_at as "dueAt", reason from order_schedule_changes where id = $1`);
const INSERT_CHANGE = statement(`
  insert into order_schedule_changes (id, order_id, step, owner, due_at, reason, admin_id) values ($1, $2, $3, $4, $5, $6, $7)`);

/**
 * Changes the due date and the owner of a step for one order and returns its timeline. Earlier changes stay stored. Repeated calls change
 * nothing; the same id with other content is refused.
 */
export function changeSchedule(
  { pool, clock }: ShipmentDeps,
  caller: Caller,
  orderId: number,
  { id, step, due_on: day, owner, reason }: ScheduleBody,
): Promise<TimelineResponse> {
  return withTransaction(pool, async (db) => {
    await lockShipment(db, `order ${orderId}`);
    const admin = adminOf(caller);
    const { shipment } = await shipmentFor(db, caller, orderId);
    const [facts] = shipment.cars.map((car) => car.facts);
    if (!facts || !STEPS_OF[facts.offer].includes(step))
      throw new AppError('malformed', `no step ${step} in this order`, {
        fields: { step: { messageKey: 'shipments.problem.notThisOrder' } },
      });
    // Noon is the same day in most time zones.
    const due = new Date(`${day}T12:00:00Z`);
    const [known] = await rowsOf<Known>(db, FIND_CHANGE, [id]);
    if (known) {
      const isSame =
        known.orderId === orderId && known.step === step && known.owner === owner && known.reason === reason;
      if (!isSame || known.dueAt.getTime() !== due.getTime()) throw idUsed(`change ${id}`);
    } else {
      if (facts.life === 'cancelled' || facts.life === 'completed')
        throw new AppError('conflict', 'the order has ended', { messageKey: 'shipments.ended' });
      if (due < facts.orderedAt || due.getTime() > clock.now().getTime() + FURTHEST_MS)
        throw new AppError('malformed', `no due date: ${day}`, {
          fields: { due_on: { messageKey: 'shipments.problem.dueDate' } },
        });
      await rowsOf(db, INSERT_CHANGE, [id, orderId, step, owner, due, reason, admin.id]);
    }
    const changed = await shipmentFor(db, caller, orderId);
    return toTimeline(db, changed.shipment, changed.party, clock.now());
  });
}
