import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { ConfigError } from '#lib/config-error.ts';
import { type Cluster, prepareCluster, reasonIn, SUPERUSER, sharedMemorySettings, unprivileged } from './cluster.ts';
import { findBinaries, postgresMajor } from './postgres-binaries.ts';
import { endGuard, hasEnded, isAlive, isSuspended, killPostgres, livePostmaster, startGuarded } from './processes.ts';

export type EmbeddedPostgres = {
  /** URL for the owner of the tables. */
  url: string;
  /** URL for the role that serves the site. It has no rights until they are granted. */
  siteUrl: string;
  probe(timeoutMs: number): Promise<ProbeResult>;
  /** Kills the remaining processes of the server and starts it again on the same port. */
  restart(canceled: AbortSignal): Promise<void>;
  stop(): Promise<void>;
};

type Running = { owner: number; url: string };

const STOP_TIMEOUT_MS = 30_000;
const START_TIMEOUT_MS = 60_000;
const START_PROBE_MS = 1_000;
const START_PROBE_EVERY_MS = 50;
/** How long a guard takes at most to end when its server is dead. */
const END_GUARD_MS = 2_000;
const DATABASE = 'carquay';
const SITE_ROLE = 'carquay_site';

const SERVER_SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  jit: 'off',
  wal_compression: 'on',
  max_wal_size: '2GB',
  // A backup that does not work must not fill the disk with WAL. PostgreSQL then gives up its slot, and a new base is made.
  max_slot_wal_keep_size: '8GB',
  max_parallel_workers_per_gather: '0',
  log_timezone: 'UTC',
  timezone: 'UTC',
  // Recovery starts by syncing a thousand files, which takes seconds on a busy machine. Only Linux can sync them together.
  ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
};

/**
 * Starts PostgreSQL in a folder, on 127.0.0.1 only. A guard process stops it cleanly however this process ends, even by
 * SIGKILL. Stops an instance that an earlier process left behind first. Throws `ConfigError` if CarQuay already runs
 * there. `extra` are further settings of the server.
 */
export async function startEmbeddedPostgres(
  folder: string,
  extra: Record<string, string> = {},
): Promise<EmbeddedPostgres> {
  const running = runningBelow(folder);
  if (running) {
    throw new ConfigError(
      `CarQuay is already running on ${folder} (process ${running.owner}). Stop it or set another DATA_DIR.`,
    );
  }
  const binaries = findBinaries();
  const user = unprivileged();
  const cluster = prepareCluster(folder, binaries, user);
  await stopLeftBehind(cluster);
  const port = await freePort();
  const all = { ...SERVER_SETTINGS, ...sharedMemorySettings(), ...extra, port: String(port) };
  const settings = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [...user.prefix, binaries.postgres, '-D', cluster.data, ...settings];
  const address = (database: string, role = SUPERUSER, password = cluster.password) =>
    `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
  const server = address('postgres');
  let guard = startGuarded(command, cluster.log);
  await untilReady(server, guard, cluster);
  const sitePassword = randomBytes(24).toString('base64url');
  await createDatabase(server, sitePassword);
  const url = address(DATABASE);
  writeFileSync(cluster.state, JSON.stringify({ owner: process.pid, url } satisfies Running), { mode: 0o600 });
  const siteUrl = address(DATABASE, SITE_ROLE, sitePassword);
  return {
    url,
    siteUrl,
    async probe(timeoutMs) {
      if (hasEnded(guard)) return 'down';
      const result = await probe(server, timeoutMs);
      return result === 'silent' && isSuspended(cluster.data) ? 'down' : result;
    },
    async restart(canceled) {
      await clear(guard, cluster);
      guard = startGuarded(command, cluster.log);
      await untilReady(server, guard, cluster, canceled);
    },
    async stop() {
      if (!(await endGuard(guard, STOP_TIMEOUT_MS))) await clear(guard, cluster);
      rmSync(cluster.state, { force: true });
    },
  };
}

/** Returns the database of a CarQuay process that is running in the folder; null if none is. */
export function runningBelow(folder: string): Running | null {
  const state = join(folder, 'running.json');
  if (!existsSync(state)) return null;
  const running: Running = JSON.parse(readFileSync(state, 'utf8'));
  return isAlive(running.owner) && livePostmaster(join(folder, 'data')) !== null ? running : null;
}

/** Kills a server with its guard. Afterwards nothing uses the data folder, so a lock in it is out of date. */
async function clear(guard: ChildProcess, { data }: Cluster): Promise<void> {
  await killPostgres(data);
  if (!(await endGuard(guard, END_GUARD_MS))) guard.kill('SIGKILL');
  rmSync(join(data, 'postmaster.pid'), { force: true });
}

/** Stops the server of an earlier process, and kills it if it does not stop, for example because it is frozen. */
async function stopLeftBehind({ data }: Cluster): Promise<void> {
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  for (let pid = livePostmaster(data), asked = false; pid !== null; pid = livePostmaster(data)) {
    if (!asked) process.kill(pid, 'SIGINT');
    asked = true;
    if (Date.now() > deadline) await killPostgres(data);
    await wait(50);
  }
}

/** A server that recovers from a crash may take longer than the timeout. */
async function untilReady(
  url: string,
  guard: ChildProcess,
  { log, data }: Cluster,
  canceled?: AbortSignal,
): Promise<void> {
  for (let deadline = Date.now() + START_TIMEOUT_MS; ; await wait(START_PROBE_EVERY_MS)) {
    const result = await probe(url, START_PROBE_MS);
    if (result === 'ready') return;
    if (result === 'starting') deadline = Date.now() + START_TIMEOUT_MS;
    const output = readFileSync(log, 'utf8');
    const failed = /FATAL|PANIC/.test(output) && livePostmaster(data) === null;
    if (failed || canceled?.aborted || Date.now() > deadline) {
      guard.stdin?.end();
      const major = otherMajor(data);
      throw new ConfigError(
        major === null
          ? `The database failed to start: ${reasonIn(output)}.`
          : `${data} is a database of PostgreSQL ${major}, and this version has ${postgresMajor()}. Start the version of CarQuay that made it, or move the data as docs/operations/postgresql-upgrade.md says.`,
      );
    }
  }
}

/** Creating the database copies a template, which a slow disk takes seconds for. */
const CREATE_TIMES = { connectionTimeoutMillis: 10_000, query_timeout: 60_000 };

/** Returns the major version of a data folder if it is not the installed one. */
function otherMajor(data: string): string | null {
  const file = join(data, 'PG_VERSION');
  const major = existsSync(file) ? readFileSync(file, 'utf8').trim() : postgresMajor();
  return major === postgresMajor() ? null : major;
}

/** Creates the database and the role of the site. The role gets a new password at every start. */
async function createDatabase(url: string, sitePassword: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, ...CREATE_TIMES });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`create database ${DATABASE}`);
    const { rowCount: hasRole } = await client.query('select 1 from pg_roles where rolname = $1', [SITE_ROLE]);
    await client.query(`${hasRole ? 'alter' : 'create'} role ${SITE_ROLE} login password '${sitePassword}'`);
  } finally {
    await client.end();
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** `starting` includes recovery after a crash; `silent` means no response in time. */
export type ProbeResult = 'ready' | 'starting' | 'silent' | 'down';

const STARTING_OR_STOPPING = /^57P0/;
const TOO_MANY_CONNECTIONS = '53300';

/** Opens a new connection and runs a query, so that the result does not depend on pools. */
async function probe(url: string, timeoutMs: number): Promise<ProbeResult> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return 'ready';
  } catch (error) {
    return resultOf(error as { code?: string });
  } finally {
    // Not awaited: a frozen server never confirms the end.
    client.end().catch(() => {});
  }
}

/** Any other error, such as a refused password, comes from a program that took the port of a dead server. */
function resultOf({ code = '' }: { code?: string }): ProbeResult {
  if (code === 'ECONNREFUSED') return 'down';
  if (STARTING_OR_STOPPING.test(code)) return 'starting';
  return code === TOO_MANY_CONNECTIONS ? 'ready' : 'silent';
}
