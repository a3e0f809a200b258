import { MAX_PHOTOS } from '#features/listings/model/listing-form.ts';
import { isApiFailure } from '#lib/api-client/api-client.ts';
import { moved } from '../model/photo-order.ts';
import type { SellPhoto } from '../model/sell-draft.ts';

export type UploadedPhoto = {
  /** Its name on this page. */
  id: number;
  /** What this page shows of it before the server has it; null for a photo of an earlier visit. */
  preview: string | null;
  state: 'waiting' | 'sending' | 'failed' | 'there';
  /** Which share has been sent, from 0 to 1. */
  progress: number;
  /** Why it failed; null when the server could not be reached. */
  why: string | null;
  /** Whether it is the picture itself that was refused, so that sending it again is in vain. */
  refused: boolean;
  /** What the server knows it by, once it is there. */
  photo: SellPhoto | null;
};

type Sending = { onProgress: (share: number) => void; signal: AbortSignal };
type Ways = {
  shrink(file: File): Promise<Blob>;
  send(picture: Blob, name: string, sending: Sending): Promise<SellPhoto>;
  preview(file: File): string;
  forgetPreview(preview: string): void;
};

/** Too large, or not a picture that we can use. */
const REFUSED = [413, 415];

type Held = { file: File; giveUp: AbortController };

/** The photos of one car, in their order: each is shrunk and sent as soon as it is added. */
export class PhotoUploads {
  readonly #ways: Ways;
  readonly #listeners = new Set<() => void>();
  readonly #held = new Map<number, Held>();
  #photos: readonly UploadedPhoto[];
  #lastId = 0;
  /** Photos are shrunk one after another: each needs much memory while it is open. */
  #shrinking: Promise<unknown> = Promise.resolve();

  constructor(ways: Ways, photos: SellPhoto[]) {
    this.#ways = ways;
    this.#photos = photos.map((photo) => this.#there(photo));
  }

  readonly photos = (): readonly UploadedPhoto[] => this.#photos;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Adds as many photos as there is room for. Tells whether that was all of them. */
  add(files: File[]): boolean {
    const room = Math.max(0, MAX_PHOTOS - this.#photos.length);
    for (const file of files.slice(0, room)) {
      const id = ++this.#lastId;
      const preview = this.#ways.preview(file);
      this.#held.set(id, { file, giveUp: new AbortController() });
      this.#set([
        ...this.#photos,
        { id, preview, state: 'waiting', progress: 0, why: null, refused: false, photo: null },
      ]);
      void this.#bring(id);
    }
    return files.length <= room;
  }

  retry(id: number): void {
    if (this.#photos.find((photo) => photo.id === id)?.state !== 'failed') return;
    this.#change(id, { state: 'waiting', progress: 0, why: null });
    void this.#bring(id);
  }

  /** Tries again what failed because nobody could be reached. */
  readonly retryAfterNetworkError = (): void => {
    for (const { id, state, why } of this.#photos) if (state === 'failed' && why === null) this.retry(id);
  };

  remove(id: number): void {
    const photo = this.#photos.find((one) => one.id === id);
    this.#held.get(id)?.giveUp.abort();
    this.#held.delete(id);
    if (photo?.preview) this.#ways.forgetPreview(photo.preview);
    this.#set(this.#photos.filter((one) => one.id !== id));
  }

  move(id: number, to: number): void {
    const from = this.#photos.findIndex((photo) => photo.id === id);
    if (from >= 0 && from !== to && to >= 0 && to < this.#photos.length) this.#set(moved(this.#photos, from, to));
  }

  /** Holds other photos from now on, which the server has already. */
  replace(photos: SellPhoto[]): void {
    for (const { id } of this.#photos) this.remove(id);
    this.#set(photos.map((photo) => this.#there(photo)));
  }

  /** Gives up what is on its way, when the page is left. */
  close(): void {
    for (const { giveUp } of this.#held.values()) giveUp.abort();
    for (const { preview } of this.#photos) if (preview !== null) this.#ways.forgetPreview(preview);
  }

  /** Waits until every photo is there or has failed. Tells whether all are there. */
  settled(): Promise<boolean> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.#photos.some(({ state }) => state === 'waiting' || state === 'sending')) return;
        stop();
        resolve(this.#photos.every(({ state }) => state === 'there'));
      };
      const stop = this.subscribe(look);
      look();
    });
  }

  async #bring(id: number): Promise<void> {
    const held = this.#held.get(id);
    if (!held) return;
    const { file, giveUp } = held;
    try {
      const shrunk = this.#shrinking.then(() => this.#ways.shrink(file));
      this.#shrinking = shrunk.catch(() => {});
      const picture = await shrunk;
      if (giveUp.signal.aborted) return;
      this.#change(id, { state: 'sending' });
      const onProgress = (progress: number) => this.#change(id, { progress });
      const photo = await this.#ways.send(picture, file.name, { onProgress, signal: giveUp.signal });
      const twin = this.#photos.some((one) => one.photo?.key === photo.key);
      if (twin) this.remove(id);
      else this.#change(id, { state: 'there', photo });
    } catch (error) {
      const failure = isApiFailure(error) ? error : null;
      const refused = failure !== null && REFUSED.includes(failure.status);
      this.#change(id, { state: 'failed', why: failure?.message ?? null, refused });
    }
  }

  #there(photo: SellPhoto): UploadedPhoto {
    return { id: ++this.#lastId, preview: null, state: 'there', progress: 1, why: null, refused: false, photo };
  }

  #change(id: number, change: Partial<UploadedPhoto>): void {
    this.#set(this.#photos.map((photo) => (photo.id === id ? { ...photo, ...change } : photo)));
  }

  #set(photos: readonly UploadedPhoto[]): void {
    this.#photos = photos;
    for (const listener of this.#listeners) listener();
  }
}

/** The photos that the server has, in their order. */
export function finishedPhotos(photos: readonly UploadedPhoto[]): SellPhoto[] {
  return photos.flatMap(({ photo }) => photo ?? []);
}
