import type { Party } from '../shipment-party.ts';
import type { WrittenRecord } from './written-event-store.ts';

/** Whether an event is about one of these cars. */
export function isVisible({ listingId }: WrittenRecord, cars: { listingId: number }[]): boolean {
  return listingId === null || cars.some((car) => car.listingId === listingId);
}

export function mayWithdraw(event: WrittenRecord, { role, id }: Party): boolean {
  // A signed handover stays, also the pick-up or return of a rental.
  if (event.step === 'handed_over' || event.isSigned) return false;
  return role === 'operator' || (role === 'seller' && event.actor === 'seller' && event.actorId === id);
}
