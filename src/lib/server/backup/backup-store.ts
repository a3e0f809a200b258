import { buffer } from 'node:stream/consumers';
import type { z } from 'zod';
import type { FileStore } from '../files/file-store.ts';
import { LocalFiles } from '../files/local-files.ts';
import type { S3Settings } from '../files/s3-files.ts';
import type { BackupKeys } from './backup-keys.ts';
import { DamagedObject, openObject, sealObject } from './sealed-object.ts';

/** Formats that zstd cannot make smaller. */
const COMPRESSED_ALREADY = /\.(jpg|webp|avif|png|pdf|pack)$/;

/** Encrypted objects below a folder of the backup's place. */
export class BackupStore {
  readonly #files: FileStore;
  readonly #keys: BackupKeys;
  readonly #folder: string;

  constructor(files: FileStore, keys: BackupKeys, folder: string) {
    this.#files = files;
    this.#keys = keys;
    this.#folder = folder;
  }

  /** Returns the bytes as stored. */
  async put(key: string, content: Buffer): Promise<Buffer> {
    const name = this.#nameOf(key);
    const sealed = await sealObject(this.#keys, name, content, !COMPRESSED_ALREADY.test(key));
    await this.#files.put(name, sealed);
    return sealed;
  }

  /** Returns null if there is no such object. Throws if it is damaged or needs another key. */
  async read(key: string): Promise<Buffer | null> {
    const name = this.#nameOf(key);
    const stored = await this.#files.read(name);
    return stored && openObject(this.#keys, name, await buffer(stored.stream));
  }

  async putJson(key: string, value: object): Promise<void> {
    await this.put(key, Buffer.from(JSON.stringify(value)));
  }

  async readJson<Schema extends z.ZodType>(key: string, schema: Schema): Promise<z.output<Schema> | null> {
    const text = await this.read(key);
    if (!text) return null;
    const parsed = schema.safeParse(JSON.parse(text.toString()));
    if (!parsed.success) throw new DamagedObject(this.#nameOf(key));
    return parsed.data;
  }

  /** Lists the keys of the objects below a folder. */
  async *keys(folder: string): AsyncIterable<string> {
    for await (const name of this.#files.files(this.#nameOf(folder))) yield name.slice(this.#folder.length + 1);
  }

  async *folders(folder: string): AsyncIterable<string> {
    const prefix = `${this.#nameOf(folder)}/`;
    for await (const name of this.#files.folders(prefix)) yield name.slice(prefix.length);
  }

  remove(key: string): Promise<void> {
    return this.#files.remove(this.#nameOf(key));
  }

  removeFolder(folder: string): Promise<void> {
    return this.#files.removeFolder(this.#nameOf(folder));
  }

  #nameOf(key: string): string {
    return `${this.#folder}/${key}`;
  }
}

/** Where backups go: a folder, or a part of a bucket. */
export type BackupPlace = { folder: string } | { s3: S3Settings; prefix: string };

/** An object has at most 16 MB. */
const RESPONSE_TIMEOUT_MS = 120_000;

export async function openBackupFiles(place: BackupPlace, responseTimeoutMs = RESPONSE_TIMEOUT_MS): Promise<FileStore> {
  if ('folder' in place) return new LocalFiles(place.folder);
  const { S3Files } = await import('../files/s3-files.ts');
  return new S3Files(place.s3, { prefix: place.prefix, responseTimeoutMs });
}

/** Says where backups go, without secrets. */
export function placeName(place: BackupPlace): string {
  return 'folder' in place ? place.folder : `s3://${place.s3.bucket}/${place.prefix}`;
}
