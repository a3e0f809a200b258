import { createHash } from 'node:crypto';
import { AppError } from '#lib/app-error.ts';
import type { UploadedFile } from '#lib/server/http/multipart.ts';
import { countAttempt, refundAttempt } from '#lib/server/http/rate-limit.ts';
import { isPdf } from '../model/picture-kind.ts';
import type { MediaDeps } from './media-deps.ts';
import { firstBytes, masterFile, type ReportFormat, reportFile } from './media-files.ts';
import type { Master } from './picture-jobs.ts';
import type { PictureWorkerPool } from './picture-worker-pool.ts';
import { claimUpload, markStored, type NewUpload } from './upload-store.ts';

/** A photo as it is known from now on. */
export type Photo = { key: string; width: number; height: number; placeholder: string };

const FILES_A_DAY = { uses: 50, inSeconds: 24 * 60 * 60, messageKey: 'media.tooManyToday' } as const;

/** Makes a photo of a file that a user sent: our own picture, stored for good before anybody is told its key. */
export function acceptPhoto(tools: MediaDeps, userId: number, file: UploadedFile): Promise<Photo> {
  return withinQuota(tools, userId, async () => {
    const { jpeg, ...picture } = await tools.workers.takeIn(file.path);
    const master = Buffer.from(jpeg);
    const key = `photo-${nameOf(master)}`;
    await keep(tools, { userId, key, file, picture }, () => tools.store.put(masterFile(key), master));
    tools.inBackground(() => tools.renderer.prepare(key, master));
    return { key, ...picture };
  });
}

/** Keeps a report that a user sent: a PDF as it is, a picture made ours like every other. */
export function acceptDocument(tools: MediaDeps, userId: number, file: UploadedFile): Promise<{ key: string }> {
  return withinQuota(tools, userId, async () => {
    const isDocument = isPdf(await firstBytes(file.path));
    const content = isDocument ? file : Buffer.from((await pictureOfReport(tools.workers, file.path)).jpeg);
    const format: ReportFormat = isDocument ? 'pdf' : 'jpg';
    const key = `report-${Buffer.isBuffer(content) ? nameOf(content) : shortened(file.sha256)}`;
    await keep(tools, { userId, key, file }, () => tools.store.put(reportFile(key, format), content));
    return { key };
  });
}

/** Every file counts, also one that is refused, for looking at it is the work. Only our own troubles do not. */
async function withinQuota<Taken>({ pool }: MediaDeps, userId: number, take: () => Promise<Taken>): Promise<Taken> {
  const subject = `files of user ${userId}`;
  await countAttempt(pool, subject, FILES_A_DAY);
  try {
    return await take();
  } catch (error) {
    const isRefused = error instanceof AppError && error.code !== 'overloaded';
    if (!isRefused) await refundAttempt(pool, subject, FILES_A_DAY);
    throw error;
  }
}

/** First the row that claims the files, then the files, then the word that they are there: a crash leaves what is swept. */
async function keep({ pool }: MediaDeps, upload: NewUpload, store: () => Promise<void>): Promise<void> {
  await claimUpload(pool, upload);
  await store();
  if (!(await markStored(pool, upload))) throw new AppError('overloaded', 'storing took too long');
}

async function pictureOfReport(workers: PictureWorkerPool, path: string): Promise<Master> {
  try {
    return await workers.takeIn(path);
  } catch (error) {
    if (!(error instanceof AppError && error.options.messageKey === 'media.wrongKind')) throw error;
    throw new AppError('unsupported_media', 'neither PDF nor picture', { messageKey: 'media.wrongReport' });
  }
}

const shortened = (sha256: Buffer) => sha256.toString('hex').slice(0, 32);
const nameOf = (bytes: Buffer) => shortened(createHash('sha256').update(bytes).digest());
