import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { FileStore } from '#lib/server/files/file-store.ts';
import { CompressedBody } from '#lib/server/http/cache/compressed-body.ts';
import { BUILD_FOLDER } from '#lib/server/project-root.ts';

const FOLDER = 'builds/at-';
const PACK = 'assets.gz';
const KEPT_BUILDS = 3;
/** Unknown names cause at most one look into the store in this time, and requests wait for it. */
const LOOK_EVERY_MS = 1_000;
const COMPRESSED = /\.(br|gz)$/;
const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
};

type Asset = { body: CompressedBody; type: string };
type Pack = Map<string, CompressedBody>;

/** The folder with the client files of the running build. */
export const ownBuild = () => BUILD_FOLDER;

/**
 * During a deploy, a browser may get a page from one build and request its scripts from a process of another. So each
 * process stores the assets of its build as one file in the file store, and serves the assets of the last three builds.
 */
export class OtherBuilds {
  readonly #store: FileStore;
  readonly #own: string;
  readonly #packs = new Map<string, Pack>();
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | null = null;

  constructor(store: FileStore, own: string) {
    this.#store = store;
    this.#own = own;
  }

  /** Stores the assets of the running build unless another process has. Removes all but the last three builds. */
  async publishOwn(): Promise<void> {
    const folder = await this.#ownFolder();
    const folders = await this.#folders();
    if (!folders.includes(folder))
      await this.#store.put(`${folder}/${PACK}`, await packOf(join(this.#own, 'client/assets')));
    for (const old of folders.filter((name) => name !== folder).slice(KEPT_BUILDS - 1))
      await this.#store.removeFolder(old);
  }

  /** Returns an asset of another build, or null. */
  async find(name: string): Promise<Asset | null> {
    const type = TYPES[extname(name)];
    if (!type) return null;
    if (!this.#search(name)) await this.#look();
    const body = this.#search(name);
    return body ? { body, type } : null;
  }

  #search(name: string): CompressedBody | undefined {
    const pack = [...this.#packs.values()].find((assets) => assets.has(name));
    return pack?.get(name);
  }

  /** Reads the builds that were stored since the last look. */
  #look(): Promise<void> {
    this.#looking ??= this.#readNew().finally(() => {
      this.#lookedAt = performance.now();
      this.#looking = null;
    });
    return this.#looking;
  }

  async #readNew(): Promise<void> {
    await wait(Math.max(0, this.#lookedAt + LOOK_EVERY_MS - performance.now()));
    const own = await this.#ownFolder();
    const folders = (await this.#folders()).filter((folder) => folder !== own).slice(0, KEPT_BUILDS);
    for (const folder of this.#packs.keys()) if (!folders.includes(folder)) this.#packs.delete(folder);
    for (const folder of folders) {
      if (this.#packs.has(folder)) continue;
      const file = await this.#store.read(`${folder}/${PACK}`);
      if (file) this.#packs.set(folder, await unpack(await buffer(file.stream)));
    }
  }

  /** The builds in the store, the newest first. */
  async #folders(): Promise<string[]> {
    const folders: string[] = [];
    for await (const folder of this.#store.folders(FOLDER)) folders.push(folder);
    return folders.sort().reverse();
  }

  /** Folders are named by the time of the build, so their names sort by age. */
  async #ownFolder(): Promise<string> {
    const { mtime } = await stat(join(this.#own, 'client/assets'));
    const time = mtime.toISOString().slice(0, 19).replace(/\D/g, '');
    return `${FOLDER}${time}-${basename(this.#own)}`;
  }
}

/** Packs names and contents as lines of JSON. */
async function packOf(assets: string): Promise<Buffer> {
  const names = (await readdir(assets)).filter((name) => !COMPRESSED.test(name));
  const entries = await Promise.all(
    names.map(async (name) => JSON.stringify([name, (await readFile(join(assets, name))).toString('base64')])),
  );
  return promisify(gzip)(entries.join('\n'));
}

async function unpack(packed: Buffer): Promise<Pack> {
  const lines = (await promisify(gunzip)(packed)).toString().split('\n');
  return new Map(
    lines.map((line): [string, CompressedBody] => {
      const [name, content] = JSON.parse(line) as [string, string];
      return [name, new CompressedBody(Buffer.from(content, 'base64'))];
    }),
  );
}
