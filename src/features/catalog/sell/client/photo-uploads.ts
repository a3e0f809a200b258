import { useEffect, useState, useSyncExternalStore } from 'react';
import { MAX_PHOTOS, type SellValues } from '#features/catalog/listings/model/listing-form.ts';
import type { SellContent, SellPhoto, SellReport } from '#features/catalog/sell/model/sell-draft.ts';
import { mediaCalls } from '#features/site/site-calls.ts';
import type { Call, CallContract, ResponseOf } from '#lib/api-client/api-call.ts';
import { ApiFailure, isApiFailure } from '#lib/api-client/api-client.ts';
import { sendForm } from '#lib/api-client/file-transfer.ts';
import { documentTranslator } from '#lib/i18n/document-messages.ts';

export function useSellPhotos(start: SellContent) {
  const [values, setValues] = useState(start.values);
  const [report, setReport] = useState(start.report);
  const [uploads] = useState(() => new PhotoUploads(IN_THE_BROWSER, start.photos));
  const photos = useSyncExternalStore(uploads.subscribe, uploads.photos, uploads.photos);
  useEffect(() => {
    addEventListener('online', uploads.retryAfterNetworkError);
    return () => {
      removeEventListener('online', uploads.retryAfterNetworkError);
      uploads.close();
    };
  }, [uploads]);
  const change = (part: Partial<SellValues>) => setValues((before) => ({ ...before, ...part }));
  const replace = (next: SellContent) => {
    setValues(next.values);
    setReport(next.report);
    uploads.replace(next.photos);
  };
  return { content: { values, report, photos: finishedPhotos(photos) }, change, setReport, replace, uploads };
}

const IN_THE_BROWSER = {
  shrink: shrinkPhoto,
  send: uploadPhoto,
  preview: (file: File) => URL.createObjectURL(file),
  forgetPreview: (preview: string) => URL.revokeObjectURL(preview),
};

/** Returns a copy of the list with one item moved. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from];
  if (item === undefined) return [...items];
  const rest = items.filter((_, place) => place !== from);
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}

export type UploadedPhoto = {
  /** Unique on this page. */
  id: number;
  /** Object URL shown until the upload ends; null for a photo from an earlier visit. */
  preview: string | null;
  state: 'waiting' | 'sending' | 'failed' | 'uploaded';
  /** Share sent, from 0 to 1. */
  progress: number;
  /** Reason of the failure; null if the server could not be reached. */
  reason: string | null;
  /** Set once the photo is uploaded. */
  photo: SellPhoto | null;
};

/** A file that the server rejected, so that a retry cannot succeed. It takes no place among the photos. */
type RefusedFile = { id: number; name: string; reason: string };

type Sending = { onProgress: (share: number) => void; signal: AbortSignal };
type UploadSteps = {
  shrink(file: File): Promise<Blob>;
  send(picture: Blob, name: string, sending: Sending): Promise<SellPhoto>;
  preview(file: File): string;
  forgetPreview(preview: string): void;
};

/** Status codes for a file that is too large or not a supported picture. */
const REFUSED = [413, 415];

type PendingUpload = { file: File; controller: AbortController };

/** The ordered photos of one car. Each is shrunk and uploaded as soon as it is added. */
export class PhotoUploads {
  readonly #steps: UploadSteps;
  readonly #listeners = new Set<() => void>();
  readonly #pending = new Map<number, PendingUpload>();
  #photos: readonly UploadedPhoto[];
  #refused: readonly RefusedFile[] = [];
  #lastId = 0;
  /** Chains the work so that only one photo is decoded at a time: each needs much memory. */
  #shrinking: Promise<unknown> = Promise.resolve();

  constructor(steps: UploadSteps, photos: SellPhoto[]) {
    this.#steps = steps;
    this.#photos = photos.map((photo) => this.#uploaded(photo));
  }

  /** The files of the last choice that were rejected. */
  readonly refused = (): readonly RefusedFile[] => this.#refused;

  readonly photos = (): readonly UploadedPhoto[] => this.#photos;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Adds as many photos as fit. Returns false if some did not. */
  add(files: File[]): boolean {
    this.#refused = [];
    const room = Math.max(0, MAX_PHOTOS - this.#photos.length);
    for (const file of files.slice(0, room)) {
      const id = ++this.#lastId;
      const preview = this.#steps.preview(file);
      this.#pending.set(id, { file, controller: new AbortController() });
      this.#set([...this.#photos, { id, preview, state: 'waiting', progress: 0, reason: null, photo: null }]);
      void this.#upload(id);
    }
    return files.length <= room;
  }

  retry(id: number): void {
    if (this.#photos.find((photo) => photo.id === id)?.state !== 'failed') return;
    this.#change(id, { state: 'waiting', progress: 0, reason: null });
    void this.#upload(id);
  }

  /** Retries uploads that failed because the server could not be reached. */
  readonly retryAfterNetworkError = (): void => {
    for (const { id, state, reason } of this.#photos) if (state === 'failed' && reason === null) this.retry(id);
  };

  remove(id: number): void {
    const photo = this.#photos.find((one) => one.id === id);
    this.#pending.get(id)?.controller.abort();
    this.#pending.delete(id);
    if (photo?.preview) this.#steps.forgetPreview(photo.preview);
    this.#set(this.#photos.filter((one) => one.id !== id));
  }

  move(id: number, to: number): void {
    const from = this.#photos.findIndex((photo) => photo.id === id);
    if (from >= 0 && from !== to && to >= 0 && to < this.#photos.length) this.#set(moveItem(this.#photos, from, to));
  }

  /** Replaces all photos with uploaded ones. */
  replace(photos: SellPhoto[]): void {
    for (const { id } of this.#photos) this.remove(id);
    this.#set(photos.map((photo) => this.#uploaded(photo)));
  }

  /** Aborts all uploads and releases the previews. */
  close(): void {
    for (const { controller } of this.#pending.values()) controller.abort();
    for (const { preview } of this.#photos) if (preview !== null) this.#steps.forgetPreview(preview);
  }

  /** Resolves when every photo is uploaded or has failed, to true if all are uploaded. */
  settled(): Promise<boolean> {
    return new Promise((resolve) => {
      const check = () => {
        if (this.#photos.some(({ state }) => state === 'waiting' || state === 'sending')) return;
        stop();
        resolve(this.#photos.every(({ state }) => state === 'uploaded'));
      };
      const stop = this.subscribe(check);
      check();
    });
  }

  async #upload(id: number): Promise<void> {
    const pending = this.#pending.get(id);
    if (!pending) return;
    const { file, controller } = pending;
    try {
      const shrunk = this.#shrinking.then(() => this.#steps.shrink(file));
      this.#shrinking = shrunk.catch(() => {});
      const picture = await shrunk;
      if (controller.signal.aborted) return;
      this.#change(id, { state: 'sending' });
      const onProgress = (progress: number) => this.#change(id, { progress });
      const photo = await this.#steps.send(picture, file.name, { onProgress, signal: controller.signal });
      const isDuplicate = this.#photos.some((one) => one.photo?.key === photo.key);
      if (isDuplicate) this.remove(id);
      else this.#change(id, { state: 'uploaded', photo });
    } catch (error) {
      const failure = isApiFailure(error) ? error : null;
      if (failure === null || !REFUSED.includes(failure.status))
        return this.#change(id, { state: 'failed', reason: failure?.message ?? null });
      this.#refused = [...this.#refused, { id, name: file.name, reason: failure.message }];
      this.remove(id);
    }
  }

  #uploaded(photo: SellPhoto): UploadedPhoto {
    return { id: ++this.#lastId, preview: null, state: 'uploaded', progress: 1, reason: null, photo };
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

type Size = { width: number; height: number };

/** Scales a size so that its longer side is at most `longest`. Never enlarges. */
export function fitSize({ width, height }: Size, maxSide: number): Size {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

type Connection = { saveData?: boolean };

const SIZE = { maxSide: 1_920, quality: 0.85 };
/** Used if the browser is set to save data. */
const SMALL = { maxSide: 1_280, quality: 0.7 };

/**
 * Converts a photo to an upright JPEG, no larger than a screen can show. Returns the original if it is a GIF, if the
 * browser cannot decode it, or if the result would have the same width and not be smaller.
 */
export async function shrinkPhoto(file: File): Promise<Blob> {
  if (file.type === 'image/gif') return file;
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const { maxSide, quality } = savesData() ? SMALL : SIZE;
    const size = fitSize(bitmap, maxSide);
    const blob = await drawJpeg(bitmap, size, quality);
    const asWide = size.width === bitmap.width;
    bitmap.close();
    return blob === null || (asWide && blob.size >= file.size) ? file : blob;
  } catch {
    return file;
  }
}

/** Draws on white, because JPEG has no transparency. */
function drawJpeg(bitmap: ImageBitmap, { width, height }: Pick<ImageBitmap, 'width' | 'height'>, quality: number) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  context.imageSmoothingQuality = 'high';
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  return new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}

function savesData(): boolean {
  return (navigator as Navigator & { connection?: Connection }).connection?.saveData === true;
}

/** Upload limit of the server, checked before sending. */
const MAX_BYTES = 10 * 1024 * 1024;

async function uploadPhoto(picture: Blob, name: string, sending: Sending): Promise<SellPhoto> {
  const { key, url, placeholder } = await upload(mediaCalls.sendPhoto, 'image', picture, name, sending);
  return { key, url, placeholder };
}

export async function uploadReport(file: File, sending: Sending): Promise<SellReport> {
  const { key, name } = await upload(mediaCalls.sendDocument, 'report', file, file.name, sending);
  return { key, name };
}

function upload<Contract extends CallContract>(
  call: Call<Contract>,
  field: string,
  file: Blob,
  name: string,
  sending: Sending,
): Promise<ResponseOf<Contract>> {
  if (file.size > MAX_BYTES) {
    throw new ApiFailure(413, { message: documentTranslator()('sell.file.tooLarge'), code: 'too_large' });
  }
  const form = new FormData();
  form.set(field, file, name);
  return sendForm(call, form, sending);
}
