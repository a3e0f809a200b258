import { AppError } from '#lib/app-error.ts';
import { Lanes } from '#lib/server/jobs/lanes.ts';
import { WorkerPool, WorkerTimeout } from '#lib/server/jobs/worker-pool.ts';
import type { PictureEncoding, PictureWidth } from '../model/picture-variant.ts';
import type { CardContent } from './draw-share-card.ts';
import type { Master, PictureJob, PictureOriginal, PictureResult, Rejection } from './picture-jobs.ts';

const WORKERS = 2;
const MAX_JOB_MS = 10_000;

/**
 * Anyone can cause renderings, so they use only one thread: the other one is free for uploads and
 * cards. A page shows up to 20 pictures.
 */
const LANES = {
  upload: { maxRunning: WORKERS, maxQueued: 20, maxPerClient: 10 },
  card: { maxRunning: 1, maxQueued: 8, maxPerClient: 4 },
  rendering: { maxRunning: WORKERS - 1, maxQueued: 200, maxPerClient: 24 },
};

/** Client names for the site's own work: renderings after an upload, and fingerprints. */
const PREPARATION = 'preparation';
const FINGERPRINTS = 'fingerprints';

/** Decodes and encodes all pictures of the process in two threads. A client is a user or a network. */
export class PictureWorkerPool {
  readonly #lanes = new Lanes(WORKERS, LANES);
  readonly #pool = new WorkerPool<PictureJob, PictureResult>({
    script: new URL(import.meta.env?.PROD ? './picture-worker.js' : './picture-worker.ts', import.meta.url),
    workers: WORKERS,
    timeoutMs: MAX_JOB_MS,
  });

  /** Creates the master of an uploaded file. Throws an AppError if it is not a usable picture. */
  async importPicture(path: string, client: string): Promise<Master> {
    const answer = await this.#lanes
      .run('upload', client, () => this.#work({ kind: 'import', path }))
      .catch((error) => {
        if (error instanceof WorkerTimeout) throw rejection('damaged');
        throw error;
      });
    if ('master' in answer) return answer.master;
    throw rejection('rejected' in answer ? answer.rejected : 'damaged');
  }

  /** Computes the fingerprint of a master, behind the renderings that visitors wait for. */
  async fingerprint(jpeg: Buffer): Promise<string> {
    const answer = await this.#lanes.run('rendering', FINGERPRINTS, () => this.#work({ kind: 'fingerprint', jpeg }));
    if (!('fingerprint' in answer)) throw new Error('no fingerprint');
    return answer.fingerprint;
  }

  /**
   * Calls `source` when it is the client's turn, because drawing takes time too. Returns null if there is no source.
   * Rejects if `abandoned` aborts before that.
   */
  render(
    source: () => Promise<PictureOriginal | null>,
    width: PictureWidth,
    encodings: PictureEncoding[],
    { client = PREPARATION, abandoned }: { client?: string; abandoned?: AbortSignal } = {},
  ): Promise<Buffer[] | null> {
    const render = async () => {
      const original = await source();
      return original && this.#make({ kind: 'render', source: original, width, encodings });
    };
    return this.#lanes.run('rendering', client, render, abandoned);
  }

  /** Draws the preview picture of a shared link, as a JPEG. */
  async card(content: () => Promise<CardContent>, client: string): Promise<Buffer> {
    const [card] = await this.#lanes.run('card', client, async () =>
      this.#make({ kind: 'card', ...(await content()) }),
    );
    if (!card) throw new Error('no card');
    return card;
  }

  async #make(job: PictureJob): Promise<Buffer[]> {
    const answer = await this.#work(job).catch((error) => {
      if (error instanceof WorkerTimeout) throw new AppError('overloaded', error.message, { retryAfter: 5 });
      throw error;
    });
    if (!('renderings' in answer)) throw new Error('no renderings');
    return answer.renderings.map((bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  /** The pool queues jobs only while a thread that timed out is ending. */
  #work(job: PictureJob): Promise<PictureResult> {
    return this.#pool.run(job, { mostWaiting: WORKERS });
  }

  close(): Promise<void> {
    this.#lanes.close();
    return this.#pool.close();
  }
}

function rejection(reason: Rejection): AppError {
  return new AppError(reason === 'tooManyPixels' ? 'too_large' : 'unsupported_media', `picture rejected: ${reason}`, {
    messageKey: `media.${reason}`,
  });
}
