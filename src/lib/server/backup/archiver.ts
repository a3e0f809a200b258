import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { FileStore } from '../files/file-store.ts';
import type { BackupKeys } from './backup-keys.ts';
import { makeBase } from './base-backup.ts';
import { FileCopies } from './file-copies.ts';
import { completeBases, type Gap, type Manifest } from './generation.ts';
import { type Generation, openGeneration } from './open-generation.ts';
import { prune } from './prune.ts';
import { readWalState, type SlotState } from './replication-slot.ts';
import { lsnOf } from './wal-objects.ts';

/** Held by the process that archives: a site, or `npm run backup` while none runs. */
const ARCHIVE_LOCK = 7_263_403;
const QUERY_TIMEOUT_MS = 30_000;
const POLL_MS = 100;
const BASE_EVERY_MS = 24 * 60 * 60_000;

/** What is backed up, and where. */
export type BackupSource = {
  /** Of the owner of the embedded database. */
  url: string;
  dataDir: string;
  files: FileStore;
  keys: BackupKeys;
  /** Whether the site's files are in DATA_DIR. A bucket is not copied. */
  hasLocalFiles: boolean;
  isDerived: (key: string) => boolean;
  productVersion: string;
};

/** Files with keys below DATA_DIR. A restored database is useless without them. */
export const KEY_FILES = ['encryption.key', 'document-signing.key', 'postgres/password'];

/** Another process archives this database already. */
export class ArchivedElsewhere extends Error {}

/** One connection that archives WAL and files. After an error it is closed, and a new one continues where it ended. */
export class Archiver {
  readonly #source: BackupSource;
  readonly #client: pg.Client;
  readonly generation: Generation;
  readonly #copies: FileCopies;
  #filesThrough: Date | null = null;

  private constructor(source: BackupSource, client: pg.Client, generation: Generation) {
    const { dataDir, hasLocalFiles, isDerived } = source;
    this.#source = source;
    this.#client = client;
    this.generation = generation;
    this.#copies = new FileCopies({
      store: generation.store,
      root: hasLocalFiles ? join(dataDir, 'files') : null,
      keyFiles: Object.fromEntries(KEY_FILES.map((name) => [name, join(dataDir, name)])),
      isDerived,
    });
  }

  /** Throws `ArchivedElsewhere` if another process archives. */
  static async open(source: BackupSource): Promise<Archiver> {
    const client = new pg.Client({
      connectionString: source.url,
      connectionTimeoutMillis: QUERY_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
    });
    client.on('error', () => {});
    await client.connect();
    try {
      const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [ARCHIVE_LOCK]);
      if (!rows[0]?.got) throw new ArchivedElsewhere();
      const state = await readWalState(client);
      const walFolder = join(dataFolder(source), 'pg_wal');
      return new Archiver(source, client, await openGeneration({ ...source, walFolder, state }));
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
  }

  get lag(): { bytes: number; slot: SlotState } {
    return this.generation.archive.lag;
  }

  passWal(): Promise<Date> {
    return this.generation.archive.pass(this.#client);
  }

  async passFiles(stopping: AbortSignal): Promise<Date> {
    this.#filesThrough = await this.#copies.pass(stopping);
    return this.#filesThrough;
  }

  /** Makes a base while `passWal` and `passFiles` continue. */
  makeBase(stopping: AbortSignal): Promise<Manifest> {
    const { url, productVersion } = this.#source;
    const { store, archive } = this.generation;
    const archived = async (stop: bigint, endedAt: Date) => {
      while (archive.archived < stop || (this.#filesThrough?.getTime() ?? 0) < endedAt.getTime())
        await wait(POLL_MS, undefined, { signal: stopping });
    };
    return makeBase({ url, store, data: dataFolder(this.#source), productVersion, stopping, archived });
  }

  /** Makes a base and archives meanwhile, for a process that does nothing else. */
  async makeBaseAlone(): Promise<Manifest> {
    const stopping = new AbortController();
    const { signal } = stopping;
    let isMade = false;
    const passes = async () => {
      for (; !isMade; await wait(POLL_MS)) {
        await this.passWal();
        await this.passFiles(signal);
      }
    };
    const made = this.makeBase(signal).finally(() => {
      isMade = true;
    });
    try {
      const [base] = await Promise.all([made, passes()]);
      return base;
    } finally {
      isMade = true;
      stopping.abort();
    }
  }

  /** Removes backups beyond the retention rule, and compares the copied files with those of the site. */
  async prune(stopping: AbortSignal): Promise<void> {
    const { files, keys } = this.#source;
    const oldest = await prune({ files, keys, current: this.generation.id, now: new Date() });
    await this.#copies.compare(stopping, oldest ?? undefined);
  }

  bases(): Promise<Manifest[]> {
    return completeBases(this.generation.store);
  }

  async close(): Promise<void> {
    this.#client.end().catch(() => {});
  }
}

export const dataFolder = ({ dataDir }: Pick<BackupSource, 'dataDir'>) => join(dataDir, 'postgres', 'data');

/** Returns whether a new base is due: daily, and after a gap in the WAL. */
export function needsBase(bases: Pick<Manifest, 'endedAt' | 'startLsn'>[], gaps: readonly Gap[], now: Date): boolean {
  const newest = bases.at(-1);
  if (!newest || now.getTime() - Date.parse(newest.endedAt) >= BASE_EVERY_MS) return true;
  const gap = gaps.at(-1);
  return gap !== undefined && lsnOf(newest.startLsn) < lsnOf(gap.resumes);
}
