import type { Readable } from 'node:stream';

/** What goes into the store: bytes, or a file that lies on disk. */
export type FileContent = Buffer | { path: string };

export type StoredFile = { stream: Readable; bytes: number };

/**
 * Where the files that users upload live for good. A key is a path of lower-case names (`pictures/photo-1f…/master.jpg`); its
 * folder is what belongs together. A file is there as a whole or not at all, and outlives a crash once `put` has returned.
 */
export type FileStore = {
  put(key: string, content: FileContent): Promise<void>;
  read(key: string): Promise<StoredFile | null>;
  /** The folders whose names begin so: 'pictures/photo-' finds 'pictures/photo-1f…'. */
  folders(prefix: string): AsyncIterable<string>;
  /** Removes a folder with all its files. One that is not there is fine. */
  removeFolder(folder: string): Promise<void>;
  /** Clears away what a crash left half written before that time. */
  tidy(before: Date): Promise<void>;
};

const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+)*\/[a-z0-9-]+\.[a-z0-9]+$/;
const FOLDER = /^[a-z0-9-]+(\/[a-z0-9-]+)+$/;

const TYPES: Record<string, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
};

/** The last net under those who make keys: nothing outside the store can be named. */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`not a key of the file store: ${key}`);
  return key;
}

export function checkedFolder(folder: string): string {
  if (!FOLDER.test(folder)) throw new Error(`not a folder of the file store: ${folder}`);
  return folder;
}

/** A file's type, by the ending of its key, which is ours. */
export function contentTypeOf(key: string): string {
  return TYPES[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}
