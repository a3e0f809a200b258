import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { AppError, type ErrorCode } from '#lib/app-error.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { FileStore } from '#lib/server/files/file-store.ts';
import { countAttempt, uncountAttempt } from '#lib/server/http/rate-limit.ts';
import type { UploadedFile } from '#lib/server/http/uploads/multipart.ts';
import type { InBackground } from '#lib/server/jobs/background.ts';
import { PHOTO_KEY, REPORT_KEY } from '../model/picture-variant.ts';
import { isPdf } from '../model/upload.ts';
import { firstBytes, masterFile, type ReportFormat, reportFile } from './media-files.ts';
import type { Master } from './picture-jobs.ts';
import type { PictureRenderer } from './picture-renderer.ts';
import type { PictureWorkerPool } from './picture-worker-pool.ts';
import {
  claimUpload,
  copiesOf,
  markStored,
  type NewUpload,
  ownedKeys,
  type PhotoCopies,
  placeholdersOf,
} from './upload-store.ts';

export type MediaDeps = {
  pool: pg.Pool;
  store: FileStore;
  workers: PictureWorkerPool;
  renderer: PictureRenderer;
  inBackground: InBackground;
};

type Photo = { key: string; width: number; height: number; placeholder: string };

/** Per sender. */
const DAILY_LIMIT = { uses: 50, inSeconds: 24 * 60 * 60, messageKey: 'media.tooManyToday' } as const;

/** Errors of files that were not checked because the server had too much to do. */
const NOT_CHECKED: ErrorCode[] = ['overloaded', 'too_many'];

/** Re-encodes an uploaded file as a photo and stores it before returning its key. */
export function acceptPhoto(deps: MediaDeps, userId: number, file: UploadedFile): Promise<Photo> {
  return withinQuota(deps, clientOf(userId), async () => {
    const { jpeg, fingerprint, ...picture } = await deps.workers.importPicture(file.path, clientOf(userId));
    const master = Buffer.from(jpeg);
    const key = `photo-${nameOf(master)}`;
    await storeUpload(deps, { userId, key, file, picture: { ...picture, fingerprint } }, () =>
      deps.store.put(masterFile(key), master),
    );
    // What is not rendered now is rendered when it is first asked for.
    deps.inBackground(() => deps.renderer.prepare(key, master), 'optional');
    return { key, ...picture };
  });
}

/** Stores an uploaded report: a PDF unchanged, a picture re-encoded like a photo. */
export function acceptDocument(deps: MediaDeps, userId: number, file: UploadedFile): Promise<{ key: string }> {
  return withinQuota(deps, clientOf(userId), async () => {
    const isDocument = isPdf(await firstBytes(file.path));
    const content = isDocument
      ? file
      : Buffer.from((await pictureOfReport(deps.workers, clientOf(userId), file.path)).jpeg);
    const format: ReportFormat = isDocument ? 'pdf' : 'jpg';
    const key = `report-${Buffer.isBuffer(content) ? nameOf(content) : shortHash(file.sha256)}`;
    await storeUpload(deps, { userId, key, file }, () => deps.store.put(reportFile(key, format), content));
    return { key };
  });
}

/** A file that proves something: a PDF unchanged, or a picture re-encoded without metadata. */
export type EvidenceFile = { format: ReportFormat; content: Buffer };

/** Checks a file that staff sent as evidence. Throws if it is neither a PDF nor a picture. The caller stores it. */
export function readEvidence(
  { workers }: Pick<MediaDeps, 'workers'>,
  adminId: number,
  file: UploadedFile,
): Promise<EvidenceFile> {
  return readProof(workers, `administrator ${adminId}`, file);
}

/** Like `readEvidence`, for a file that a user sent. It counts for the user's daily limit. */
export function readFileOfUser(deps: MediaDeps, userId: number, file: UploadedFile): Promise<EvidenceFile> {
  return readFileOfSender(deps, clientOf(userId), file);
}

/** Like `readFileOfUser`, for a sender without an account. `sender` tells them apart. */
export function readFileOfSender(deps: MediaDeps, sender: string, file: UploadedFile): Promise<EvidenceFile> {
  return withinQuota(deps, sender, () => readProof(deps.workers, sender, file));
}

async function readProof(workers: PictureWorkerPool, client: string, file: UploadedFile): Promise<EvidenceFile> {
  if (isPdf(await firstBytes(file.path))) return { format: 'pdf', content: await readFile(file.path) };
  const { jpeg } = await pictureOfReport(workers, client, file.path);
  return { format: 'jpg', content: Buffer.from(jpeg) };
}

/** Counts rejected files too, because checking them is the work. Does not count failures of the server. */
async function withinQuota<Result>({ pool }: MediaDeps, sender: string, work: () => Promise<Result>): Promise<Result> {
  const subject = `files of ${sender}`;
  await countAttempt(pool, subject, DAILY_LIMIT);
  try {
    return await work();
  } catch (error) {
    const isRejected = error instanceof AppError && !NOT_CHECKED.includes(error.code);
    if (!isRejected) await uncountAttempt(pool, subject, DAILY_LIMIT);
    throw error;
  }
}

/** Claims the key, stores the files, then marks them as stored. `purgeUploads` removes what a crash leaves behind. */
async function storeUpload({ pool }: MediaDeps, upload: NewUpload, store: () => Promise<void>): Promise<void> {
  await claimUpload(pool, upload);
  await store();
  if (!(await markStored(pool, upload))) throw new AppError('overloaded', 'storing took too long');
}

async function pictureOfReport(workers: PictureWorkerPool, client: string, path: string): Promise<Master> {
  try {
    return await workers.importPicture(path, client);
  } catch (error) {
    if (!(error instanceof AppError && error.options.messageKey === 'media.wrongKind')) throw error;
    throw new AppError('unsupported_media', 'neither PDF nor picture', { messageKey: 'media.wrongReport' });
  }
}

const clientOf = (userId: number) => `user ${userId}`;
const shortHash = (sha256: Buffer) => sha256.toString('hex').slice(0, 32);
const nameOf = (bytes: Buffer) => shortHash(createHash('sha256').update(bytes).digest());

type UploadKeys = { photos: string[]; reports: string[] };

/** Throws `malformed` unless all keys are stored uploads of this user, of the right kind. */
export async function rejectForeignUploads(
  db: Queryable,
  userId: number,
  { photos, reports }: UploadKeys,
): Promise<void> {
  const keys = [...photos, ...reports];
  if (keys.length === 0) return;
  const owned = await ownedKeys(db, userId, keys);
  const rightKind = photos.every((key) => PHOTO_KEY.test(key)) && reports.every((key) => REPORT_KEY.test(key));
  if (rightKind && keys.every((key) => owned.has(key))) return;
  throw new AppError('malformed', 'keys of no upload of the user, or of another kind', { messageKey: 'media.unknown' });
}

/** Returns the placeholders of photos, by key. */
export function photoPlaceholders(db: Queryable, keys: string[]): Promise<Map<string, string>> {
  return keys.length === 0 ? Promise.resolve(new Map()) : placeholdersOf(db, keys);
}

/** Returns the copies of a user's photos among the uploads of all users. */
export function copiesOfPhotos(db: Queryable, userId: number, keys: string[]): Promise<PhotoCopies> {
  return keys.length === 0 ? Promise.resolve({ same: [], alike: [] }) : copiesOf(db, userId, keys);
}
