import { createReadStream } from 'node:fs';
import { mkdir, open, opendir } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';

/**
 * A stream of files and folders: per entry the length of its path (0 ends the stream), the path, and whether it is a folder. A file
 * goes on with blocks, each after its length, and ends with a block of length 0. A length before the content, as in tar, would not
 * work, because files of a running database grow while they are read.
 */
const FOLDER = 1;
const FILE = 0;
/** Their contents belong to a running server. */
const EMPTIED =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)(\/|$)|(^|\/)pgsql_tmp/;
const HISTORY = /^pg_wal\/[0-9A-F]{8}\.history$/;
const LEFT_OUT =
  /^(postmaster\.pid|postmaster\.opts|backup_label(\.old)?|tablespace_map(\.old)?)$|(^|\/)pg_internal\.init/;
const CONTROL = 'global/pg_control';

export type Counted = { files: number; bytes: number };

/** Reads the data folder of a running PostgreSQL between pg_backup_start and pg_backup_stop. Files may vanish or grow meanwhile. */
export async function* packData(data: string, counted: Counted): AsyncGenerator<Buffer> {
  for await (const { path, isFolder } of entriesOf(data, '')) {
    if (LEFT_OUT.test(path) || path === CONTROL) continue;
    if (isFolder) yield entry(path, FOLDER);
    else if (!EMPTIED.test(path) || HISTORY.test(path)) yield* packFile(data, path, counted);
  }
  // PostgreSQL wants it copied last: it must not be older than the files.
  yield* packFile(data, CONTROL, counted);
}

/** Packs files that are in memory. */
export function* packTexts(texts: Record<string, string>): Generator<Buffer> {
  for (const [path, text] of Object.entries(texts)) {
    yield entry(path, FILE);
    yield* [block(Buffer.from(text)), length(0)];
  }
}

export const packEnd = () => length(0);

async function* packFile(data: string, path: string, counted: Counted): AsyncGenerator<Buffer> {
  const file = await open(join(data, path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (!file) return;
  yield entry(path, FILE);
  for await (const chunk of createReadStream('', { fd: file, highWaterMark: 256 * 1024 })) {
    counted.bytes += (chunk as Buffer).length;
    yield block(chunk as Buffer);
  }
  counted.files += 1;
  yield length(0);
}

async function* entriesOf(data: string, folder: string): AsyncGenerator<{ path: string; isFolder: boolean }> {
  const found = await opendir(join(data, folder)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  for await (const each of found ?? []) {
    const path = folder === '' ? each.name : `${folder}/${each.name}`;
    const isFolder = each.isDirectory();
    // Below these folders only the ones that PostgreSQL does not create again itself.
    if (isFolder && EMPTIED.test(path) && path.includes('/') && path !== 'pg_wal/archive_status') continue;
    yield { path, isFolder };
    if (isFolder) yield* entriesOf(data, path);
  }
}

const length = (bytes: number) => {
  const prefix = Buffer.alloc(4);
  prefix.writeUInt32BE(bytes);
  return prefix;
};
const block = (content: Buffer) => Buffer.concat([length(content.length), content]);
const entry = (path: string, kind: number) => Buffer.concat([block(Buffer.from(path)), Buffer.from([kind])]);

/** Writes packed files below a folder. Throws if the stream ends early or names a path outside. */
export async function unpackData(stream: AsyncIterable<Buffer>, into: string): Promise<void> {
  const reader = new ByteReader(stream);
  for (;;) {
    const name = await reader.block();
    if (name.length === 0) return;
    const path = name.toString();
    if (path !== normalize(path) || path.startsWith('/') || path.startsWith('..'))
      throw new Error(`unexpected path ${path}`);
    const target = join(into, path);
    const [kind] = await reader.take(1);
    if (kind === FOLDER) await mkdir(target, { recursive: true, mode: 0o700 });
    else await unpackFile(reader, target);
  }
}

async function unpackFile(reader: ByteReader, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const file = await open(target, 'wx', 0o600);
  try {
    for (let content = await reader.block(); content.length > 0; content = await reader.block())
      await file.writeFile(content);
  } finally {
    await file.close();
  }
}

class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  async block(): Promise<Buffer> {
    return this.take((await this.take(4)).readUInt32BE());
  }

  async take(bytes: number): Promise<Buffer> {
    const parts = [this.#rest];
    for (let have = this.#rest.length; have < bytes; have += parts.at(-1)!.length) {
      const { value, done } = await this.#chunks.next();
      if (done) throw new Error('the base ends early');
      parts.push(value);
    }
    const all = parts.length === 1 ? this.#rest : Buffer.concat(parts);
    this.#rest = all.subarray(bytes);
    return all.subarray(0, bytes);
  }
}
