import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import type { ParcelBody } from '../../model/file-contract.ts';
import { lockShipment } from '../event-store.ts';
import type { ShipmentDeps } from '../shipment-deps.ts';
import { actorOf, shipmentFor } from '../shipment-party.ts';
import { mailParcel } from './parcel-mails.ts';
import { findParcel, insertParcel, type ParcelRecord, parcelsOfOrder } from './parcel-store.ts';

const MAX_PARCELS = 30;
const DAY_MS = 86_400_000;

/**
 * Records that the seller or the operator sent original papers by courier, and emails the buyer once. The same parcel sent again has no
 * second effect, and another one with its id is refused.
 */
export function sendParcel(
  { pool, clock, siteOrigin }: ShipmentDeps,
  caller: Caller,
  orderId: number,
  body: ParcelBody,
): Promise<{ id: string; told_at: string; repeated: boolean }> {
  return withTransaction(pool, async (db) => {
    await lockShipment(db, `order ${orderId}`);
    const { shipment, party } = await shipmentFor(db, caller, orderId);
    if (party.role === 'buyer')
      throw new AppError('forbidden', 'a buyer cannot send papers', { messageKey: 'shipments.notYours' });
    checkDay(body.sent_on, clock);
    const known = await findParcel(db, body.id);
    if (known) return sameParcel(known, orderId, body);
    if ((await parcelsOfOrder(db, orderId)).length >= MAX_PARCELS)
      throw new AppError('conflict', 'too many parcels', { messageKey: 'shipments.tooManyFiles' });
    const parcel = await insertParcel(db, { ...body, order_id: orderId, ...actorOf(party) });
    if (!parcel) throw new AppError('unprocessable', `parcel ${body.id} exists`, { messageKey: 'shipments.idUsed' });
    await mailParcel(db, siteOrigin, shipment.buyerId, parcel);
    return { id: parcel.id, told_at: parcel.told_at.toISOString(), repeated: false };
  });
}

/** The day is the sender's, who may be half a day ahead of UTC. */
function checkDay(day: string, clock: Clock): void {
  const time = Date.parse(`${day}T00:00:00Z`);
  const now = clock.now().getTime();
  if (time <= now + DAY_MS / 2 && time > now - 365 * DAY_MS) return;
  throw new AppError('malformed', `no day to send papers: ${day}`, {
    fields: { sent_on: { messageKey: 'shipments.parcel.problem.day' } },
  });
}

function sameParcel(known: ParcelRecord, orderId: number, body: ParcelBody) {
  const isSame =
    known.order_id === orderId &&
    known.courier === body.courier &&
    known.tracking_number === body.tracking_number &&
    known.sent_on === body.sent_on &&
    known.contents === body.contents;
  if (!isSame)
    throw new AppError('unprocessable', `parcel ${known.id} exists with other content`, {
      messageKey: 'shipments.idUsed',
    });
  return { id: known.id, told_at: known.told_at.toISOString(), repeated: true };
}
