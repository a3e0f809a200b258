import { MAX_PHOTOS } from '#features/listings/model/listing-form.ts';
import { isApiFailure } from '#lib/api-client/api-client.ts';
import { moved } from '../model/photo-order.ts';
import type { SellPhoto } from '../model/sell-draft.ts';

export type UploadedPhoto = {
  /** Unique on this page. */
  id: number;
  /** Object URL shown until the upload ends; null for a photo from an earlier visit. */
  preview: string | null;
  state: 'waiting' | 'sending' | 'failed' | 'there';
  /** Share sent, from 0 to 1. */
  progress: number;
  /** Reason of the failure; null if the server could not be reached. */
  why: string | null;
  /** Whether the server rejected the picture itself, so that a retry cannot succeed. */
  refused: boolean;
  /** Set once the photo is uploaded. */
  photo: SellPhoto | null;
};

type Sending = { onProgress: (share: number) => void; signal: AbortSignal };
type Ways = {
  shrink(file: File): Promise<Blob>;
  send(picture: Blob, name: string, sending: Sending): Promise<SellPhoto>;
  preview(file: File): string;
  forgetPreview(preview: string): void;
};

/** Status codes for a file that is too large or not a supported picture. */
const REFUSED = [413, 415];

type Held = { file: File; giveUp: AbortController };

/** The ordered photos of one car. Each is shrunk and uploaded as soon as it is added. */
export class PhotoUploads {
  readonly #ways: Ways;
  readonly #listeners = new Set<() => void>();
  readonly #held = new Map<number, Held>();
  #photos: readonly UploadedPhoto[];
  #lastId = 0;
  /** Chains the work so that only one photo is decoded at a time: each needs much memory. */
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

  /** Adds as many photos as fit. Returns false if some did not. */
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

  /** Retries uploads that failed because the server could not be reached. */
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

  /** Replaces all photos with uploaded ones. */
  replace(photos: SellPhoto[]): void {
    for (const { id } of this.#photos) this.remove(id);
    this.#set(photos.map((photo) => this.#there(photo)));
  }

  /** Aborts all uploads and releases the previews. */
  close(): void {
    for (const { giveUp } of this.#held.values()) giveUp.abort();
    for (const { preview } of this.#photos) if (preview !== null) this.#ways.forgetPreview(preview);
  }

  /** Resolves when every photo is uploaded or has failed, to true if all are uploaded. */
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

/** Returns the uploaded photos in order. */
export function finishedPhotos(photos: readonly UploadedPhoto[]): SellPhoto[] {
  return photos.flatMap(({ photo }) => photo ?? []);
}
