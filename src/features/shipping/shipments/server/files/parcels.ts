import { orderNumber } from '#features/orders/orders/model/order.ts';
import { mailAddressOf } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';
import type { ParcelBody } from '../../model/file-contract.ts';
import type { ToldResponse, WithdrawnResponse } from '../../model/shipment-contract.ts';
import { lockShipment } from '../event-store.ts';
import { actorOf, idUsed, type Party, type ShipmentDeps, shipmentFor } from '../shipment-party.ts';
import { findParcel, insertParcel, insertWithdrawal, type ParcelRecord, parcelsOfOrder } from './parcel-store.ts';

const MAX_PARCELS = 30;
const DAY_MS = 86_400_000;

/**
 * Records that the seller or the operator sent original papers by courier, and emails the buyer. A repeated call has no second effect; the
 * same id with other content is refused.
 */
export function sendParcel(
  { pool, clock, siteOrigin }: ShipmentDeps,
  caller: Caller,
  orderId: number,
  body: ParcelBody,
): Promise<ToldResponse> {
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
    if (!parcel) throw idUsed(`parcel ${body.id}`);
    await mailParcel(db, siteOrigin, shipment.buyerId, parcel);
    return { id: parcel.id, told_at: parcel.told_at.toISOString(), repeated: false };
  });
}

/** The day is the sender's, who may be half a day ahead of UTC. */
function checkDay(day: string, clock: Clock): void {
  const time = Date.parse(`${day}T00:00:00Z`);
  const now = clock.now().getTime();
  if (time <= now + DAY_MS / 2 && time > now - 365 * DAY_MS) return;
  throw new AppError('malformed', `papers cannot be sent on ${day}`, {
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
  if (!isSame) throw idUsed(`parcel ${known.id}`);
  return { id: known.id, told_at: known.told_at.toISOString(), repeated: true };
}

/** Sellers may withdraw only their own reports. */
export function mayWithdrawParcel(parcel: ParcelRecord, { role, id }: Party): boolean {
  return role === 'operator' || (role === 'seller' && parcel.actor === 'seller' && parcel.actor_id === id);
}

/**
 * Withdraws a mistaken report of a parcel and emails the buyer, who has its tracking number. The report stays visible with the reason. A
 * repeated call has no second effect.
 */
export function withdrawParcel(
  { pool, siteOrigin }: ShipmentDeps,
  caller: Caller,
  orderId: number,
  parcelId: string,
  reason: string,
): Promise<WithdrawnResponse> {
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

/** Emails the buyer the tracking number of a parcel. */
function mailParcel(db: Queryable, siteOrigin: string, buyerId: number, parcel: ParcelRecord): Promise<void> {
  const { courier, sent_on: day, order_id: orderId } = parcel;
  return mail(db, siteOrigin, buyerId, parcel, (t) => [
    t('mail.parcel', { order: orderNumber(orderId) }),
    t('mail.parcel.text', { courier, day: t.date(day), order: orderNumber(orderId) }),
  ]);
}

/** Emails the buyer that a parcel was reported by mistake. */
function mailWithdrawnParcel(
  db: Queryable,
  siteOrigin: string,
  buyerId: number,
  parcel: ParcelRecord,
  reason: string,
): Promise<void> {
  const { courier, order_id: orderId } = parcel;
  return mail(db, siteOrigin, buyerId, parcel, (t) => [
    t('mail.parcelWithdrawn', { order: orderNumber(orderId) }),
    t('mail.parcelWithdrawn.text', { courier, order: orderNumber(orderId) }),
    t('mail.parcelWithdrawn.reason', { reason }),
  ]);
}

async function mail(
  db: Queryable,
  siteOrigin: string,
  buyerId: number,
  { tracking_number: number, contents, order_id: orderId }: ParcelRecord,
  wordsOf: (t: Translator) => [title: string, ...paragraphs: string[]],
): Promise<void> {
  const buyer = await mailAddressOf(db, buyerId);
  if (!buyer) return;
  const t = recipientTranslator();
  const [title, ...paragraphs] = wordsOf(t);
  const content = {
    title,
    paragraphs: [
      t('mail.greeting', { name: buyer.name }),
      ...paragraphs,
      `${t('mail.parcel.number', { number })}\n${t('mail.parcel.contents', { contents })}`,
    ],
    action: { label: t('mail.parcel.see'), url: `${siteOrigin}${paths.order.replace(':id', String(orderId))}` },
    footer: t('mail.footer'),
  };
  await queueMail(db, { to: buyer.email, subject: title, ...composeMail(content, t) });
}
