import type pg from 'pg';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import { mailAddressOf } from '#features/people/server/api.ts';
import type { ParcelBody, SendFileBody, SentFileResponse } from '#features/shipping/shipments/model/file-contract.ts';
import type { ToldResponse, WithdrawnResponse } from '#features/shipping/shipments/model/shipment-contract.ts';
import { lockShipment } from '#features/shipping/shipments/server/event-store.ts';
import {
  actorOf,
  carOf,
  idUsed,
  type Party,
  personOf,
  type ShipmentDeps,
  shipmentFor,
} from '#features/shipping/shipments/server/shipment-party.ts';
import type { Shipment } from '#features/shipping/shipments/server/shipment-store.ts';
import { displayFileName, isPdf, pictureKindOf } from '#features/site/media/model/upload.ts';
import { firstBytes, hasPdfEnd, type MediaDeps } from '#features/site/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import { countAttempt } from '#lib/server/http/rate-limit.ts';
import type { UploadedFile } from '#lib/server/http/uploads/multipart.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';
import {
  type FileRecord,
  filesOfOrder,
  findFile,
  findParcel,
  insertFile,
  insertFileWithdrawal,
  insertParcel,
  insertWithdrawal,
  type NewFile,
  type ParcelRecord,
  parcelsOfOrder,
} from './file-store.ts';

export type FileDeps = { media: MediaDeps; clock: Clock };

/** A day in the yard with many cars. */
const DAILY_LIMIT = { uses: 600, inSeconds: 24 * 60 * 60, messageKey: 'media.tooManyToday' } as const;
const MAX_FILES_OF_ORDER = 300;

type Format = NewFile['format'];

/**
 * Stores the original bytes of a file of an order. Repeated calls change nothing; the same id with other content is refused. After a
 * crash between bytes and row, the repeated call adds the row.
 */
export async function sendFile(
  { media, clock }: FileDeps,
  caller: Caller,
  orderId: number,
  body: SendFileBody,
  [file]: UploadedFile[],
): Promise<SentFileResponse> {
  const { pool, store } = media;
  const { shipment, party } = await shipmentFor(pool, caller, orderId);
  if (!file) throw new AppError('malformed', 'no file', { messageKey: 'media.noFile' });
  const known = await findFile(pool, body.id);
  if (known) return sameFile(known, orderId, body, file);
  await countAttempt(pool, `order files of ${party.role} ${party.id}`, DAILY_LIMIT);
  if ((await filesOfOrder(pool, orderId)).length >= MAX_FILES_OF_ORDER)
    throw new AppError('conflict', 'too many files', { messageKey: 'shipments.tooManyFiles' });
  const format = await checkedFormat(media, party, file);
  await store.put(storedAt(body.id, file.sha256, format), { path: file.path });
  const inserted = await insertFile(pool, {
    id: body.id,
    order_id: orderId,
    listing_id: carOf(shipment, body.listing_id),
    kind: body.kind,
    step: body.step ?? null,
    name: displayFileName(file.filename) || `file.${format}`,
    format,
    bytes: file.bytes,
    sha256: file.sha256,
    ...personOf(party),
    captured_at: body.captured_at === undefined ? clock.now() : new Date(body.captured_at),
  });
  if (inserted) return toSent(inserted, false);
  const other = await findFile(pool, body.id);
  if (!other) throw new Error(`file ${body.id} is missing`);
  return sameFile(other, orderId, body, file);
}

/** Returns the key of a file's bytes. It contains their hash, so no other file can replace them. */
export function storedAt(id: string, sha256: Buffer, format: Format): string {
  return `order-files/${id}/${sha256.toString('hex').slice(0, 32)}.${format}`;
}

function sameFile(known: FileRecord, orderId: number, { kind }: SendFileBody, file: UploadedFile): SentFileResponse {
  if (known.order_id !== orderId || known.kind !== kind || !known.sha256.equals(file.sha256))
    throw idUsed(`file ${known.id}`);
  return toSent(known, true);
}

function toSent({ id, sha256, told_at: told }: FileRecord, repeated: boolean): SentFileResponse {
  return { id, sha256: sha256.toString('hex'), told_at: told.toISOString(), repeated };
}

/** Detects the format by content, never by name. A PDF must be complete, and a picture must decode. */
async function checkedFormat({ workers }: MediaDeps, party: Party, file: UploadedFile): Promise<Format> {
  const start = await firstBytes(file.path);
  const kind = pictureKindOf(start);
  if (isPdf(start)) {
    if (await hasPdfEnd(file.path, file.bytes)) return 'pdf';
    throw new AppError('unsupported_media', 'a PDF without its end', { messageKey: 'shipments.file.cut' });
  }
  // These files are handed on unchanged, and few programs open AVIF.
  if (kind === null || kind === 'avif')
    throw new AppError('unsupported_media', 'neither PDF nor picture', { messageKey: 'shipments.file.kind' });
  await workers.importPicture(file.path, `${party.role} ${party.id}`);
  return kind === 'jpeg' ? 'jpg' : kind;
}

/**
 * Withdraws a file that was sent by mistake, for example with the wrong type. It stays visible with the reason and can be opened, but
 * proves nothing. Repeated calls change nothing.
 */
export function withdrawFile(
  pool: pg.Pool,
  caller: Caller,
  { id: orderId, file: fileId }: { id: number; file: string },
  reason: string,
): Promise<WithdrawnResponse> {
  return withTransaction(pool, async (db) => {
    // A handover takes its photos under the same lock.
    await lockShipment(db, `order ${orderId}`);
    const { shipment, party } = await shipmentFor(db, caller, orderId);
    const file = await findFile(db, fileId);
    if (file?.order_id !== orderId || !isVisible(file, shipment)) throw fileNotFound();
    if (!mayWithdrawFile(file, party))
      throw new AppError('forbidden', 'not their file, or signed', {
        messageKey: file.is_signed ? 'shipments.signedFile' : 'shipments.notYourFile',
      });
    const known = file.withdrawn_at;
    if (known) return { id: fileId, withdrawn_at: known.toISOString(), repeated: true };
    const at = await insertFileWithdrawal(db, { file_id: fileId, reason, ...personOf(party) });
    if (!at) throw new Error(`file ${fileId} was withdrawn without the lock of its order`);
    return { id: fileId, withdrawn_at: at.toISOString(), repeated: false };
  });
}

export const fileNotFound = () => new AppError('not_found', 'no such file', { messageKey: 'shipments.noFile' });

/** Returns whether a file is of one of the cars that the caller sees, or of the whole order. */
export function isVisible({ listing_id: listingId }: FileRecord, { cars }: Shipment): boolean {
  return listingId === null || cars.some((car) => car.listingId === listingId);
}

/** Buyers and sellers may withdraw only what they sent themselves. The photos of a signed handover stay. */
export function mayWithdrawFile(file: FileRecord, { role, id }: Party): boolean {
  if (file.is_signed) return false;
  return role === 'operator' || (file.actor === role && file.actor_id === id);
}

const MAX_PARCELS = 30;
const DAY_MS = 86_400_000;

/**
 * Records that the seller or the operator sent original papers by courier, and emails the buyer. Repeated calls change nothing; the
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
 * repeated call changes nothing.
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
