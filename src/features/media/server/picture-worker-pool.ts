import { AppError } from '#lib/app-error.ts';
import { WorkerPool, WorkerTimeout } from '#lib/server/jobs/worker-pool.ts';
import type { PictureEncoding, PictureWidth } from '../model/picture-variant.ts';
import type { CardText } from './draw-share-card.ts';
import type { Master, PictureAnswer, PictureJob, PictureOriginal, Refusal } from './picture-jobs.ts';

const WORKERS = 2;
const MAX_JOB_MS = 10_000;
const MAX_QUEUED_UPLOADS = 20;
/** A first visit to a fresh site asks for many drawings at once. */
const MAX_QUEUED_RENDERINGS = 500;
/** Fewer than uploads: who asks for many cards keeps nobody from sending a photo. */
const MAX_QUEUED_CARDS = 8;

/** The only place where pictures are decoded and encoded: two threads, whatever comes. */
export class PictureWorkerPool {
  readonly #pool = new WorkerPool<PictureJob, PictureAnswer>({
    script: new URL(import.meta.env?.PROD ? './picture-worker.js' : './picture-worker.ts', import.meta.url),
    workers: WORKERS,
    timeoutMs: MAX_JOB_MS,
  });

  /** The master of a file that somebody sent; refuses what is no picture that we can use. */
  async takeIn(path: string): Promise<Master> {
    const answer = await this.#pool
      .run({ kind: 'take in', path }, { mostWaiting: MAX_QUEUED_UPLOADS })
      .catch((error) => {
        if (error instanceof WorkerTimeout) throw refusal('damaged');
        throw error;
      });
    if ('master' in answer) return answer.master;
    throw refusal('refused' in answer ? answer.refused : 'damaged');
  }

  render(source: PictureOriginal, width: PictureWidth, encodings: PictureEncoding[]): Promise<Buffer[]> {
    return this.#make({ kind: 'render', source, width, encodings }, MAX_QUEUED_RENDERINGS);
  }

  /** The picture that a shared link shows, as a JPEG. */
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

function refusal(why: Refusal): AppError {
  return new AppError(why === 'tooManyPixels' ? 'too_large' : 'unsupported_media', `picture refused: ${why}`, {
    messageKey: `media.${why}`,
  });
}
