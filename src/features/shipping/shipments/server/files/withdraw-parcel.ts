import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import { lockShipment } from '../event-store.ts';
import type { ShipmentDeps } from '../shipment-deps.ts';
import { actorOf, type Party, shipmentFor } from '../shipment-party.ts';
import { mailWithdrawnParcel } from './parcel-mails.ts';
import { findParcel, insertWithdrawal, type ParcelRecord } from './parcel-store.ts';

/** Sellers may withdraw only what they reported themselves. */
export function mayWithdrawParcel(parcel: ParcelRecord, { role, id }: Party): boolean {
  return role === 'operator' || (role === 'seller' && parcel.actor === 'seller' && parcel.actor_id === id);
}

/**
 * Withdraws the report of a parcel that was entered by mistake, and emails the buyer, who was told its tracking number. It stays shown with
 * the reason. A repeated call has no second effect.
 */
export function withdrawParcel(
  { pool, siteOrigin }: ShipmentDeps,
  caller: Caller,
  orderId: number,
  parcelId: string,
  reason: string,
): Promise<{ id: string; withdrawn_at: string; repeated: boolean }> {
  return withTransaction(pool, async (db) => {
    await lockShipment(db, `order ${orderId}`);
    const { shipment, party } = await shipmentFor(db, caller, orderId);
    const parcel = await findParcel(db, parcelId);
    if (parcel?.order_id !== orderId)
      throw new AppError('not_found', 'no such parcel', { messageKey: 'shipments.noEvent' });
    if (!mayWithdrawParcel(parcel, party))
      throw new AppError('forbidden', 'not their parcel', { messageKey: 'shipments.notYourReport' });
    const known = parcel.withdrawn_at;
    if (known) return { id: parcelId, withdrawn_at: known.toISOString(), repeated: true };
    const at = await insertWithdrawal(db, { parcel_id: parcelId, reason, ...actorOf(party) });
    if (!at) throw new Error(`parcel ${parcelId} was withdrawn without the lock of its order`);
    await mailWithdrawnParcel(db, siteOrigin, shipment.buyerId, parcel, reason);
    return { id: parcelId, withdrawn_at: at.toISOString(), repeated: false };
  });
}
