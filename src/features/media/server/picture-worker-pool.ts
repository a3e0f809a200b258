import { AppError } from '#lib/app-error.ts';
import { WorkerPool, WorkerTimeout } from '#lib/server/jobs/worker-pool.ts';
import type { PictureEncoding, PictureWidth } from '../model/picture-variant.ts';
import type { CardText } from './draw-share-card.ts';
import type { Master, PictureAnswer, PictureJob, PictureOriginal, Rejection } from './picture-jobs.ts';

const WORKERS = 2;
const MAX_JOB_MS = 10_000;
const MAX_QUEUED_UPLOADS = 20;
/** High, because the first visit to a new site requests many drawings at once. */
const MAX_QUEUED_RENDERINGS = 500;
/** Lower than for uploads, so that many requests for cards cannot block uploads. */
const MAX_QUEUED_CARDS = 8;

/** Decodes and encodes all pictures of the process in two threads. */
export class PictureWorkerPool {
  readonly #pool = new WorkerPool<PictureJob, PictureAnswer>({
    script: new URL(import.meta.env?.PROD ? './picture-worker.js' : './picture-worker.ts', import.meta.url),
    workers: WORKERS,
    timeoutMs: MAX_JOB_MS,
  });

  /** Creates the master of an uploaded file. Throws an AppError if it is not a usable picture. */
  async importPicture(path: string): Promise<Master> {
    const answer = await this.#pool
      .run({ kind: 'import', path }, { mostWaiting: MAX_QUEUED_UPLOADS })
      .catch((error) => {
        if (error instanceof WorkerTimeout) throw rejection('damaged');
        throw error;
      });
    if ('master' in answer) return answer.master;
    throw rejection('rejected' in answer ? answer.rejected : 'damaged');
  }

  render(source: PictureOriginal, width: PictureWidth, encodings: PictureEncoding[]): Promise<Buffer[]> {
    return this.#make({ kind: 'render', source, width, encodings }, MAX_QUEUED_RENDERINGS);
  }

  /** Draws the preview picture of a shared link, as a JPEG. */
  async card(picture: PictureOriginal, text: CardText): Promise<Buffer> {
    const [card] = await this.#make({ kind: 'card', picture, text }, MAX_QUEUED_CARDS);
    if (!card) throw new Error('no card');
    return card;
  }

  async #make(job: PictureJob, mostWaiting: number): Promise<Buffer[]> {
    const answer = await this.#pool.run(job, { mostWaiting });
    if (!('renderings' in answer)) throw new Error('no renderings');
    return answer.renderings.map((bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

function rejection(reason: Rejection): AppError {
  return new AppError(reason === 'tooManyPixels' ? 'too_large' : 'unsupported_media', `picture rejected: ${reason}`, {
    messageKey: `media.${reason}`,
  });
}
