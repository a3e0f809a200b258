import { createHash } from 'node:crypto';
import type { OrderAct } from '#features/payments/order-acts/model/order-act.ts';
import { ABOARD_STEPS } from '#features/payments/order-acts/model/order-facts.ts';
import { askOrder } from '#features/payments/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import { type CheckedEvent, CLOCK_TOLERANCE_MS, checkEvent } from '../model/event-check.ts';
import type { EventBody, ToldResponse } from '../model/shipment-contract.ts';
import { isAfterOrder, maySellerReport, STEPS_OF } from '../model/step.ts';
import { countEvents, insertEvent, isKnown, lockOrders, lockShipment, type NewEvent } from './event-store.ts';
import { mailStep, noteArrivals } from './shipment-mails.ts';
import { carOf, idUsed, type Party, type ShipmentDeps, shipmentFor } from './shipment-party.ts';
import type { Shipment } from './shipment-store.ts';

/** Far more than an order with many cars needs. */
const MAX_EVENTS_OF_ORDER = 2_000;

/**
 * Records a report of a seller or the operator about a step of an order. A repeated call has no second effect; the same id with other content
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
      await askOrder(db, orderId, actOf(event), { now: clock.now(), listingId: subject.listingId });
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

/** Only actual events move a car. A plan to load it may be reported at any time. */
export function actOf({ step, certainty }: Pick<EventBody, 'step' | 'certainty'>): OrderAct {
  if (certainty !== 'actual') return 'report';
  if (step === 'pick_up') return 'pick_up';
  if (step === 'return') return 'bring_back';
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
