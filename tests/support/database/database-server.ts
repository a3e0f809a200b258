import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { migrate } from '#lib/server/database/migrate.ts';
import { openPool } from '#lib/server/database/postgres.ts';
import { disableDurability } from './disable-durability.ts';

export const TEMPLATE = 'carquay_template';

const CACHE = 'node_modules/.cache/test-postgres';
/** Inputs of the migrated cluster. A change of any of them invalidates the cache. */
const SOURCES = [
  'db/migrations/*.sql',
  'src/lib/server/database/{migrate.ts,embedded/*.ts}',
  'tests/support/database/*.ts',
  'package-lock.json',
];

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServer: string;
    /** Folder of the server's Unix socket; null if the server has none. */
    databaseSocket: string | null;
  }
}

/** Starts one PostgreSQL for the whole test run, with a migrated database that each test file clones. */
export default async function startDatabaseServer(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'carquay-test-'));
  const socket = socketFolder(join(folder, 'data'));
  const server = await startMigrated(folder, socket === null ? {} : { unix_socket_directories: socket });
  project.provide('databaseServer', server.url);
  project.provide('databaseSocket', socket);
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Bytes of the longest address of a Unix socket: 103 on macOS, 107 on Linux. */
const MAX_SOCKET_BYTES = 103;

/** Returns the folder if it can hold PostgreSQL's Unix socket, which costs less processor time than TCP. Null if its path is too long. */
export function socketFolder(folder: string): string | null {
  return Buffer.byteLength(join(folder, '.s.PGSQL.65535')) <= MAX_SOCKET_BYTES ? folder : null;
}

/** Starts a copy of the cached cluster, or creates and caches the cluster first. */
async function startMigrated(folder: string, settings: Record<string, string>): Promise<EmbeddedPostgres> {
  const cached = join(CACHE, hashOf(globSync(SOURCES).sort()));
  if (existsSync(cached) && copy(cached, folder)) return startEmbeddedPostgres(folder, settings);
  const server = await startEmbeddedPostgres(folder);
  await disableDurability(server.url);
  await withClient(server.url, (client) => client.query(`create database ${TEMPLATE}`));
  const pool = await openPool(databaseUrl(server.url, TEMPLATE));
  await migrate(pool);
  await pool.end();
  await server.stop();
  cache(folder, cached);
  return startEmbeddedPostgres(folder, settings);
}

function hashOf(paths: string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(`${path}\0`).update(readFileSync(path)).update('\0');
  return hash.digest('hex').slice(0, 16);
}

/** Caches a stopped cluster atomically, because several runs may do so in parallel. */
function cache(folder: string, cached: string): void {
  mkdirSync(CACHE, { recursive: true });
  for (const old of globSync(`${CACHE}/*`))
    if (basename(old) !== basename(cached)) rmSync(old, { recursive: true, force: true });
  const unfinished = join(dirname(cached), randomUUID());
  try {
    if (copy(folder, unfinished)) renameSync(unfinished, cached);
  } catch {
    // Another run was faster.
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Copies with owners and modes, which PostgreSQL checks. */
function copy(from: string, to: string): boolean {
  return spawnSync('cp', ['-Rp', `${from}/.`, to]).status === 0;
}

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Returns the address of the same database by the Unix socket in a folder. */
export function socketUrl(address: string, folder: string | null): string {
  const url = new URL(address);
  if (folder !== null) url.searchParams.set('host', folder);
  return url.href;
}

export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
