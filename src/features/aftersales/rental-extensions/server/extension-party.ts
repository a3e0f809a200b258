import { type Party, shipmentFor } from '#features/shipping/server/api.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Caller } from '#lib/server/http/caller.ts';

/**
 * Returns who asks about extending a rental: its renter, the owner of the car or staff. A renter who is logged in as staff too counts as the
 * renter, so that nobody answers their own request. Throws for everybody else as if the order did not exist.
 */
export async function partyOf(db: Queryable, caller: Caller, orderId: number): Promise<Party> {
  const { shipment, party } = await shipmentFor(db, caller, orderId);
  return caller.user?.id === shipment.buyerId ? { role: 'buyer', id: caller.user.id } : party;
}
