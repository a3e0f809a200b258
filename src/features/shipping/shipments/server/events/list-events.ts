import { AppError } from '#lib/app-error.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import { portOf } from '../../model/port.ts';
import type { WrittenEvent } from '../../model/shipment-contract.ts';
import { shipmentFor } from '../shipment-party.ts';
import { toPlaceResponse } from '../timeline-response.ts';
import { isVisible, mayWithdraw } from './withdrawal-rights.ts';
import { eventsWritten } from './written-event-store.ts';

/** What was reported about an order, for the seller and the operator. Sellers see what is about their own cars. */
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
