import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import pLimit from 'p-limit';
import { AppError } from '#lib/app-error.ts';
import type { FileStore, StoredFile } from '#lib/server/files/file-store.ts';
import {
  PAGE_ENCODINGS,
  PHOTO_KEY,
  PICTURE_WIDTHS,
  type PictureVariant,
  type PictureWidth,
  renderedVariant,
} from '../model/picture-variant.ts';
import { masterFile, renderingFile } from './media-files.ts';
import type { PictureOriginal } from './picture-jobs.ts';
import type { PictureWorkerPool } from './picture-worker-pool.ts';

/** Returns a drawing as SVG, or null for an unknown key. */
type DrawnPicture = (key: string) => Promise<string | null>;

type RendererDeps = {
  drawn: DrawnPicture;
  store: FileStore;
  workers: PictureWorkerPool;
  /** Called with the error of a rendering that could not be stored. */
  onUnstored?: (error: unknown) => void;
};

/**
 * Renderings are not stored below this free disk space. It is more than uploads need (`MIN_FREE_BYTES`), so strangers
 * cannot use up the space of uploads.
 */
export const MIN_FREE_FOR_RENDERINGS = 1024 * 1024 * 1024;

/** Identifies the client; `gone` aborts when the client has disconnected. */
type PictureRequester = { client: string; gone: AbortSignal };

/** A rendering that is queued or running, and how many requests wait for it. */
type Rendering = { bytes: Promise<Buffer | null>; waiting: number; abandoned: AbortController };

/** Renders drawings and photos in the sizes and formats of pages, each once, and stores the files. */
export class PictureRenderer {
  readonly #drawn: DrawnPicture;
  readonly #store: FileStore;
  readonly #workers: PictureWorkerPool;
  readonly #onUnstored: (error: unknown) => void;
  readonly #running = new Map<string, Rendering>();
  /** Prepares one photo at a time, which leaves a thread for uploads and requests. */
  readonly #preparation = pLimit(1);

  constructor({ drawn, store, workers, onUnstored = () => {} }: RendererDeps) {
    this.#drawn = drawn;
    this.#store = store;
    this.#workers = workers;
    this.#onUnstored = onUnstored;
  }

  /**
   * Returns a rendering, or the next better one if no page uses it. Null for an unknown key. A rendering whose requesters
   * have all gone leaves the queue, so that a visitor who turns pages waits for the shown page only.
   */
  async render(key: string, requested: PictureVariant, { client, gone }: PictureRequester): Promise<StoredFile | null> {
    const variant = renderedVariant(key, requested);
    const file = renderingFile(key, variant);
    const stored = await this.#store.read(file);
    if (stored) return stored;
    if (gone.aborted) throw abandonment();
    const rendering = this.#running.get(file) ?? this.#start(file, key, variant, client);
    rendering.waiting += 1;
    const leave = () => {
      rendering.waiting -= 1;
      if (rendering.waiting > 0) return;
      if (this.#running.get(file) === rendering) this.#running.delete(file);
      rendering.abandoned.abort(abandonment());
    };
    gone.addEventListener('abort', leave, { once: true });
    const rendered = await rendering.bytes.finally(() => gone.removeEventListener('abort', leave));
    return rendered && { stream: Readable.from([rendered]), bytes: rendered.length };
  }

  /** Renders the variants that pages use. Stops if too many wait; `render` creates the rest on request. */
  async prepare(key: string, jpeg: Buffer): Promise<void> {
    try {
      for (const width of PICTURE_WIDTHS) await this.#preparation(() => this.#renderWidth(key, { jpeg }, width));
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'overloaded')) throw error;
    }
  }

  /** Returns the source of a picture's renderings, or null for an unknown key. */
  async original(key: string): Promise<PictureOriginal | null> {
    const svg = await this.#drawn(key);
    if (svg !== null) return { svg };
    const master = PHOTO_KEY.test(key) ? await this.#store.read(masterFile(key)) : null;
    return master && { jpeg: await buffer(master.stream) };
  }

  async #renderWidth(key: string, original: PictureOriginal, width: PictureWidth): Promise<void> {
    const encodings = PAGE_ENCODINGS[width];
    const renderings = (await this.#workers.render(async () => original, width, encodings)) ?? [];
    await Promise.all(
      renderings.map((rendering, index) => this.#keep(key, { width, ...encodings[index]! }, rendering)),
    );
  }

  #start(file: string, key: string, variant: PictureVariant, client: string): Rendering {
    const abandoned = new AbortController();
    const bytes = this.#renderAndKeep(key, variant, { client, abandoned: abandoned.signal }).finally(() => {
      if (this.#running.get(file) === rendering) this.#running.delete(file);
    });
    const rendering: Rendering = { bytes, waiting: 0, abandoned };
    this.#running.set(file, rendering);
    return rendering;
  }

  async #renderAndKeep(
    key: string,
    variant: PictureVariant,
    queued: { client: string; abandoned: AbortSignal },
  ): Promise<Buffer | null> {
    const renderings = await this.#workers.render(() => this.original(key), variant.width, [variant], queued);
    const rendering = renderings?.[0];
    if (!rendering) return null;
    await this.#keep(key, variant, rendering);
    return rendering;
  }

  /** Stores a rendering if there is space. It can be rendered again, so a failure is only reported. */
  async #keep(key: string, variant: PictureVariant, rendering: Buffer): Promise<void> {
    try {
      if ((await this.#store.freeBytes()) < MIN_FREE_FOR_RENDERINGS) return;
      await this.#store.put(renderingFile(key, variant), rendering);
    } catch (error) {
      this.#onUnstored(error);
    }
  }
}

const abandonment = () => new AppError('overloaded', 'nobody waits for this picture any more');
