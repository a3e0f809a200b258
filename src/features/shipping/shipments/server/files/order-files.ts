import type pg from 'pg';
import { displayFileName, isPdf, pictureKindOf } from '#features/site/media/model/upload.ts';
import { firstBytes, hasPdfEnd, type MediaDeps } from '#features/site/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import { countAttempt } from '#lib/server/http/rate-limit.ts';
import type { UploadedFile } from '#lib/server/http/uploads/multipart.ts';
import type { SendFileBody, SentFileResponse } from '../../model/file-contract.ts';
import type { WithdrawnResponse } from '../../model/shipment-contract.ts';
import { lockShipment } from '../event-store.ts';
import { carOf, idUsed, type Party, personOf, shipmentFor } from '../shipment-party.ts';
import type { Shipment } from '../shipment-store.ts';
import {
  type FileRecord,
  filesOfOrder,
  findFile,
  insertFile,
  insertFileWithdrawal,
  type NewFile,
} from './file-store.ts';

export type FileDeps = { media: MediaDeps; clock: Clock };

/** A day in the yard with many cars. */
const DAILY_LIMIT = { uses: 600, inSeconds: 24 * 60 * 60, messageKey: 'media.tooManyToday' } as const;
const MAX_FILES_OF_ORDER = 300;

type Format = NewFile['format'];

/**
 * Stores the original bytes of a file of an order. A repeated call has no second effect; the same id with other content is refused. After a
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
  if (kind === null)
    throw new AppError('unsupported_media', 'neither PDF nor picture', { messageKey: 'shipments.file.kind' });
  await workers.importPicture(file.path, `${party.role} ${party.id}`);
  return kind === 'jpeg' ? 'jpg' : kind;
}

/**
 * Withdraws a file that was sent by mistake, for example with the wrong type. It stays visible with the reason and can be opened, but
 * proves nothing. A repeated call has no second effect.
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
