import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import pLimit from 'p-limit';
import { AppError } from '#lib/app-error.ts';
import type { FileStore, StoredFile } from '#lib/server/files/file-store.ts';
import {
  ENCODINGS_OF_PAGES,
  PHOTO_KEY,
  PICTURE_WIDTHS,
  type PictureVariant,
  type PictureWidth,
} from '../model/picture-variant.ts';
import { masterFile, renderingFile } from './media-files.ts';
import type { PictureOriginal } from './picture-jobs.ts';
import type { PictureWorkerPool } from './picture-worker-pool.ts';

/** A drawing of our own making, as SVG; null when there is no such drawing. */
type DrawnPicture = (key: string) => Promise<string | null>;

type Needs = { drawn: DrawnPicture; store: FileStore; workers: PictureWorkerPool };

/** Renders drawings and photos in the sizes and formats that browsers ask for, each once, and keeps the files. */
export class PictureRenderer {
  readonly #drawn: DrawnPicture;
  readonly #store: FileStore;
  readonly #workers: PictureWorkerPool;
  readonly #underWay = new Map<string, Promise<Buffer | null>>();
  /** Photos are made ready one after the other, so that uploads and visitors find a free thread. */
  readonly #oneByOne = pLimit(1);

  constructor({ drawn, store, workers }: Needs) {
    this.#drawn = drawn;
    this.#store = store;
    this.#workers = workers;
  }

  async render(key: string, variant: PictureVariant): Promise<StoredFile | null> {
    const file = renderingFile(key, variant);
    const kept = await this.#store.read(file);
    if (kept) return kept;
    let rendering = this.#underWay.get(file);
    if (!rendering) {
      rendering = this.#renderAndKeep(key, variant).finally(() => this.#underWay.delete(file));
      this.#underWay.set(file, rendering);
    }
    const rendered = await rendering;
    return rendered && { stream: Readable.from([rendered]), bytes: rendered.length };
  }

  /** Renders what pages ask for of a new photo. What is not ready when it is asked for is rendered then. */
  async prepare(key: string, jpeg: Buffer): Promise<void> {
    try {
      for (const width of PICTURE_WIDTHS) await this.#oneByOne(() => this.#renderWidth(key, { jpeg }, width));
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'overloaded')) throw error;
    }
  }

  /** What a picture's renderings are made from; null when there is no such picture. */
  async original(key: string): Promise<PictureOriginal | null> {
    const svg = await this.#drawn(key);
    if (svg !== null) return { svg };
    const master = PHOTO_KEY.test(key) ? await this.#store.read(masterFile(key)) : null;
    return master && { jpeg: await buffer(master.stream) };
  }

  async #renderWidth(key: string, original: PictureOriginal, width: PictureWidth): Promise<void> {
    const encodings = ENCODINGS_OF_PAGES[width];
    const renderings = await this.#workers.render(original, width, encodings);
    await Promise.all(
      renderings.map((rendering, at) => this.#store.put(renderingFile(key, { width, ...encodings[at]! }), rendering)),
    );
  }

  async #renderAndKeep(key: string, variant: PictureVariant): Promise<Buffer | null> {
    const original = await this.original(key);
    if (!original) return null;
    const [rendering] = await this.#workers.render(original, variant.width, [variant]);
    if (!rendering) throw new Error(`no rendering of ${key}`);
    await this.#store.put(renderingFile(key, variant), rendering);
    return rendering;
  }
}
