import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, open, opendir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkedFolder, checkedKey, type FileContent, type FileStore, type StoredFile } from './file-store.ts';

const UNFINISHED = 'unfinished';

/** Stores files in a local folder. */
export class LocalFiles implements FileStore {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async put(key: string, content: FileContent): Promise<void> {
    const target = join(this.#root, checkedKey(key));
    const unfinished = join(this.#root, UNFINISHED, randomUUID());
    await mkdir(dirname(target), { recursive: true });
    await mkdir(dirname(unfinished), { recursive: true });
    if (!Buffer.isBuffer(content)) await copyFile(content.path, unfinished);
    const file = await open(unfinished, Buffer.isBuffer(content) ? 'wx' : 'r+');
    try {
      if (Buffer.isBuffer(content)) await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, target);
    await syncFolder(dirname(target));
  }

  async read(key: string): Promise<StoredFile | null> {
    try {
      const file = await open(join(this.#root, checkedKey(key)));
      const { size } = await file.stat();
      return { stream: file.createReadStream(), bytes: size };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  async *folders(prefix: string): AsyncIterable<string> {
    const end = prefix.lastIndexOf('/');
    const [parent, start] = [prefix.slice(0, end), prefix.slice(end + 1)];
    const folder = await opendir(join(this.#root, parent)).catch(() => null);
    for await (const { name } of folder ?? []) if (name.startsWith(start)) yield `${parent}/${name}`;
  }

  async *files(folder: string): AsyncIterable<string> {
    const entries = await opendir(join(this.#root, folder)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    for await (const entry of entries ?? []) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) yield* this.files(path);
      else yield path;
    }
  }

  async remove(key: string): Promise<void> {
    await rm(join(this.#root, checkedKey(key)), { force: true });
  }

  async removeFolder(folder: string): Promise<void> {
    await rm(join(this.#root, checkedFolder(folder)), { recursive: true, force: true });
  }

  async freeBytes(): Promise<number> {
    await mkdir(this.#root, { recursive: true });
    const { bavail, bsize } = await statfs(this.#root);
    return bavail * bsize;
  }

  tidy(before: Date): Promise<void> {
    return removeOldFiles(join(this.#root, UNFINISHED), before);
  }
}

/** Removes the files of a folder that were last written before a time. Ignores a missing folder. */
export async function removeOldFiles(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtime < before) await rm(path, { force: true });
  }
}

/** A renamed file survives a crash only after its folder is synced. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
