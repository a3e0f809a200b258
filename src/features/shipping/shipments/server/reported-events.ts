import { AppError } from '#lib/app-error.ts';
import { type Queryable, rowsOf, statement, withTransaction } from '#lib/server/database/postgres.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import { portOf } from '../model/port.ts';
import type { WithdrawnResponse, WrittenEvent } from '../model/shipment-contract.ts';
import type { ReportedStep } from '../model/step.ts';
import { eventsWritten, lockShipment, type WrittenRecord } from './event-store.ts';
import { correctStep, noteArrivals } from './shipment-mails.ts';
import { type Party, type ShipmentDeps, shipmentFor } from './shipment-party.ts';
import { toPlaceResponse } from './timeline.ts';

const WITHDRAW = statement(`
  insert into shipment_withdrawals (event_id, reason, actor, actor_id) values ($1, $2, $3, $4)
  on conflict (event_id) do nothing returning at`);
const FIND = statement('select at from shipment_withdrawals where event_id = $1');
const ORDERS_OF_SAILING = statement(`
  select distinct order_id as id from sailing_cars where sailing_id = $1 and removed_at is null`);

/**
 * Withdraws a mistaken event: it stays stored with the reason, but no step counts it. Buyers who were emailed about a step that is no longer
 * proved get a correction. Sellers may withdraw only their own reports.
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
    const [known] = await rowsOf<{ at: Date }>(db, FIND, [eventId]);
    if (!known) throw new Error(`the withdrawal of event ${eventId} is missing`);
    return { id: eventId, withdrawn_at: known.at.toISOString(), repeated: true };
  });
}

async function ordersOfSailing(db: Queryable, sailingId: number): Promise<number[]> {
  return (await rowsOf<{ id: number }>(db, ORDERS_OF_SAILING, [sailingId])).map(({ id }) => id);
}

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
