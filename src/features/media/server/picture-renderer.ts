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
} from '../model/picture-variant.ts';
import { masterFile, renderingFile } from './media-files.ts';
import type { PictureOriginal } from './picture-jobs.ts';
import type { PictureWorkerPool } from './picture-worker-pool.ts';

/** Returns a drawing as SVG, or null for an unknown key. */
type DrawnPicture = (key: string) => Promise<string | null>;

type RendererDeps = { drawn: DrawnPicture; store: FileStore; workers: PictureWorkerPool };

/** Renders drawings and photos in the requested sizes and formats, each once, and stores the files. */
export class PictureRenderer {
  readonly #drawn: DrawnPicture;
  readonly #store: FileStore;
  readonly #workers: PictureWorkerPool;
  readonly #running = new Map<string, Promise<Buffer | null>>();
  /** Prepares one photo at a time, so that a thread stays free for uploads and requests. */
  readonly #preparation = pLimit(1);

  constructor({ drawn, store, workers }: RendererDeps) {
    this.#drawn = drawn;
    this.#store = store;
    this.#workers = workers;
  }

  async render(key: string, variant: PictureVariant): Promise<StoredFile | null> {
    const file = renderingFile(key, variant);
    const stored = await this.#store.read(file);
    if (stored) return stored;
    let rendering = this.#running.get(file);
    if (!rendering) {
      rendering = this.#renderAndStore(key, variant).finally(() => this.#running.delete(file));
      this.#running.set(file, rendering);
    }
    const rendered = await rendering;
    return rendered && { stream: Readable.from([rendered]), bytes: rendered.length };
  }

  /** Renders the variants that pages use. Stops if the workers are overloaded; `render` creates the rest on request. */
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
    const renderings = await this.#workers.render(original, width, encodings);
    await Promise.all(
      renderings.map((rendering, index) =>
        this.#store.put(renderingFile(key, { width, ...encodings[index]! }), rendering),
      ),
    );
  }

  async #renderAndStore(key: string, variant: PictureVariant): Promise<Buffer | null> {
    const original = await this.original(key);
    if (!original) return null;
    const [rendering] = await this.#workers.render(original, variant.width, [variant]);
    if (!rendering) throw new Error(`no rendering of ${key}`);
    await this.#store.put(renderingFile(key, variant), rendering);
    return rendering;
  }
}
