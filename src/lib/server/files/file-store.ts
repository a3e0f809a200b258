import type { Readable } from 'node:stream';

/** Content to store: bytes, or the path of a file. */
export type FileContent = Buffer | { path: string };

export type StoredFile = { stream: Readable; bytes: number };

/**
 * Permanent storage of uploaded files. A key is a path of lower-case names (`pictures/photo-1f…/master.jpg`); related
 * files share a folder. Writes are atomic and durable once `put` has returned.
 */
export type FileStore = {
  put(key: string, content: FileContent): Promise<void>;
  read(key: string): Promise<StoredFile | null>;
  /** Lists the folders with a prefix: 'pictures/photo-' finds 'pictures/photo-1f…', and 'pictures/' all folders below. */
  folders(prefix: string): AsyncIterable<string>;
  /** Lists the keys of all files below a folder, which need not exist. */
  files(folder: string): AsyncIterable<string>;
  /** Removes a file, if it exists. */
  remove(key: string): Promise<void>;
  /** Removes a folder with all its files, if it exists. */
  removeFolder(folder: string): Promise<void>;
  /** Returns the space for more files; infinite in a bucket. */
  freeBytes(): Promise<number>;
  /** Removes partly written files that were last written before a time. */
  tidy(before: Date): Promise<void>;
};

const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+)*\/[a-z0-9-]+\.[a-z0-9]+$/;
const FOLDER = /^[a-z0-9-]+(\/[a-z0-9-]+)+$/;

const TYPES: Record<string, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
};

/** Returns the key. Throws if it is invalid, so that no key can name a file outside the store. */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`not a key of the file store: ${key}`);
  return key;
}

export function checkedFolder(folder: string): string {
  if (!FOLDER.test(folder)) throw new Error(`not a folder of the file store: ${folder}`);
  return folder;
}

/** Returns the content type for the extension of a key. */
export function contentTypeOf(key: string): string {
  return TYPES[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}
