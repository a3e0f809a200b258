import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { BackupStore } from './backup-store.ts';
import { FILES_STATUS, filesStatusSchema } from './generation.ts';

export const FILES_FOLDER = 'files';
export const KEY_FILES = 'about/keys.json';
const GONE = 'about/gone.json';
/** Folders of the file store that never have permanent files. */
const TRANSIENT = /^(unfinished|checks)(\/|$)/;
/** Folders that changed shortly before a look are read again at the next one, because times of folders are coarse. */
const OVERLAP_MS = 10_000;
/** Without new files, the time through which all are copied is written this often. */
const STATUS_EVERY_MS = 10_000;

export const keyFilesSchema = z.record(z.string(), z.string());

type Options = {
  store: BackupStore;
  /** Folder of the site's files; null if they are in a bucket. */
  root: string | null;
  /** Small files with keys, by name, and where they are. All of them are copied when one changes. */
  keyFiles: Record<string, string>;
  /** Whether a file can be made again from others, and is therefore not copied. */
  isDerived: (key: string) => boolean;
};

/** Copies the site's files by name. The content of a name never changes, so each file is copied once. */
export class FileCopies {
  readonly #options: Options;
  #since: Date | null = null;
  #statusAt = 0;
  /** Names copied by this process since the last complete comparison. */
  readonly #copied = new Set<string>();
  #keyTexts = '';

  constructor(options: Options) {
    this.#options = options;
  }

  /** Copies the files added since the last pass. The first pass compares all names. Returns when the pass began. */
  async pass(stopping: AbortSignal): Promise<Date> {
    const began = new Date();
    const { store } = this.#options;
    const before = this.#copied.size;
    await this.#copyKeys();
    const since = this.#since ?? (await this.#lastPass());
    if (since === null) await this.compare(stopping);
    else for await (const key of this.#localFiles('', since)) await this.#copy(key, stopping);
    if (this.#copied.size !== before || Date.now() - this.#statusAt >= STATUS_EVERY_MS) {
      await store.putJson(FILES_STATUS, { through: began.toISOString() });
      this.#statusAt = Date.now();
    }
    this.#since = began;
    return began;
  }

  /**
   * Compares all names: copies files that are missing in the backup, and removes those from the backup that were deleted here
   * before a time.
   */
  async compare(stopping: AbortSignal, deletedBefore = new Date(0)): Promise<void> {
    const { store } = this.#options;
    const remote = new Set<string>();
    for await (const key of store.keys(FILES_FOLDER)) remote.add(key.slice(FILES_FOLDER.length + 1));
    this.#copied.clear();
    for await (const key of this.#localFiles('', null)) if (!remote.delete(key)) await this.#copy(key, stopping);
    await this.#forget(remote, deletedBefore);
  }

  async #forget(deleted: Set<string>, before: Date): Promise<void> {
    const { store } = this.#options;
    const noted = (await store.readJson(GONE, z.record(z.string(), z.iso.datetime()))) ?? {};
    const now = new Date().toISOString();
    const gone: Record<string, string> = {};
    for (const key of deleted) {
      const since = noted[key] ?? now;
      if (Date.parse(since) < before.getTime()) await store.remove(`${FILES_FOLDER}/${key}`);
      else gone[key] = since;
    }
    await store.putJson(GONE, gone);
  }

  async #lastPass(): Promise<Date | null> {
    const status = await this.#options.store.readJson(FILES_STATUS, filesStatusSchema);
    return status && new Date(status.through);
  }

  async #copy(key: string, stopping: AbortSignal): Promise<void> {
    stopping.throwIfAborted();
    const { store, root } = this.#options;
    if (root === null || this.#copied.has(key)) return;
    const content = await unlessGone(readFile(join(root, key)));
    if (!content) return;
    await store.put(`${FILES_FOLDER}/${key}`, content);
    this.#copied.add(key);
  }

  async #copyKeys(): Promise<void> {
    const { store, keyFiles } = this.#options;
    const texts: Record<string, string> = {};
    for (const [name, path] of Object.entries(keyFiles)) {
      const text = await unlessGone(readFile(path, 'utf8'));
      if (text) texts[name] = text;
    }
    const all = JSON.stringify(texts);
    if (all === this.#keyTexts) return;
    await store.putJson(KEY_FILES, texts);
    this.#keyTexts = all;
  }

  /** Lists files of the folders that changed since a time; of all folders if it is null. */
  async *#localFiles(folder: string, since: Date | null): AsyncGenerator<string> {
    const { root, isDerived } = this.#options;
    if (root === null) return;
    const path = join(root, folder);
    const found = await unlessGone(stat(path));
    if (!found) return;
    const isChanged = since === null || found.mtimeMs >= since.getTime() - OVERLAP_MS;
    for (const entry of (await unlessGone(readdir(path, { withFileTypes: true }))) ?? []) {
      const key = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (TRANSIENT.test(key)) continue;
      if (entry.isDirectory()) yield* this.#localFiles(key, since);
      else if (isChanged && folder !== '' && !isDerived(key)) yield key;
    }
  }
}

async function unlessGone<Value>(read: Promise<Value>): Promise<Value | null> {
  try {
    return await read;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
