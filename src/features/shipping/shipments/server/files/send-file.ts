import { displayFileName, isPdf, pictureKindOf } from '#features/site/media/model/upload.ts';
import { firstBytes, hasPdfEnd, type MediaDeps } from '#features/site/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import { countAttempt } from '#lib/server/http/rate-limit.ts';
import type { UploadedFile } from '#lib/server/http/uploads/multipart.ts';
import type { SendFileBody, SentFileResponse } from '../../model/file-contract.ts';
import { carOf, type Party, personOf, shipmentFor } from '../shipment-party.ts';
import { type FileRecord, filesOfOrder, findFile, insertFile, type NewFile } from './file-store.ts';

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

/** The bytes have their hash in the path, so that no other file can replace them. */
export function storedAt(id: string, sha256: Buffer, format: Format): string {
  return `order-files/${id}/${sha256.toString('hex').slice(0, 32)}.${format}`;
}

function sameFile(known: FileRecord, orderId: number, { kind }: SendFileBody, file: UploadedFile): SentFileResponse {
  if (known.order_id !== orderId || known.kind !== kind || !known.sha256.equals(file.sha256))
    throw new AppError('unprocessable', `file ${known.id} exists with other content`, {
      messageKey: 'shipments.idUsed',
    });
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
