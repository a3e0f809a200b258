import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { unprivileged } from '#lib/server/database/embedded/cluster.ts';
import { freePort, startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { findBinaries } from '#lib/server/database/embedded/postgres-binaries.ts';
import { killPostgres } from '#lib/server/database/embedded/processes.ts';
import { scratch } from './drill-site.ts';

const START_MS = 60_000;
const STANDBY = 'b';
/** Enough connections for a few site processes. */
const SETTINGS = { max_connections: '150', shared_buffers: '256MB', unix_socket_directories: '', jit: 'off' };

export type Server = {
  port: number;
  data: string;
  /** Sends SIGKILL to all its processes. */
  kill(): Promise<void>;
  stop(): Promise<void>;
};

/** URLs of a cluster on the given port. */
export type Cluster = { folder: string; ownerUrl(port: number): string; siteUrl(port: number): string };

/** Creates the files of a database with the site's two roles, and stops it. */
export async function createCluster(): Promise<Cluster> {
  const folder = await scratch();
  const database = await startEmbeddedPostgres(folder);
  await database.stop();
  const at = (url: string) => (port: number) => Object.assign(new URL(url), { port: String(port) }).href;
  return { folder, ownerUrl: at(database.url), siteUrl: at(database.siteUrl) };
}

/** Starts PostgreSQL on a data folder without supervision, like an external server, on the given or a free port. */
export async function startServer(
  data: string,
  url: (port: number) => string,
  extra: Record<string, string> = {},
  { port: usedPort, postgres = findBinaries().postgres }: { port?: number; postgres?: string } = {},
): Promise<Server> {
  const port = usedPort ?? (await freePort());
  const settings = Object.entries({ ...SETTINGS, ...extra, port: String(port), listen_addresses: '127.0.0.1' });
  const [command = '', ...prefix] = [...unprivileged().prefix, postgres];
  const log = openSync(`${data}.log`, 'a', 0o600);
  const child = spawn(
    command,
    [...prefix, '-D', data, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      stdio: ['ignore', log, log],
    },
  );
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  const ended = once(child, 'exit').then(() => process.off('exit', killAtExit));
  await untilAnswering(url(port), child);
  return {
    port,
    data,
    async kill() {
      await killPostgres(data);
      await ended;
    },
    async stop() {
      child.kill('SIGINT');
      await ended;
    },
  };
}

/**
 * Starts a primary and a streaming replica. The replica connects through `replicationPort` if given. The data is copied while neither
 * runs, because the embedded package has no pg_basebackup.
 */
export async function startPair(
  cluster: Cluster,
  { primary = {}, link }: { primary?: Record<string, string>; link?(primaryPort: number): Promise<number> } = {},
): Promise<{ primary: Server; replica: Server }> {
  const [data, copy] = [join(cluster.folder, 'data'), join(cluster.folder, 'replica')];
  rmSync(copy, { recursive: true, force: true });
  cpSync(data, copy, { recursive: true });
  chmodSync(copy, 0o700);
  writeFileSync(join(copy, 'standby.signal'), '');
  const first = await startServer(data, cluster.ownerUrl, primary);
  const { username, password } = new URL(cluster.ownerUrl(0));
  const port = (await link?.(first.port)) ?? first.port;
  const replica = await startServer(copy, cluster.ownerUrl, {
    primary_conninfo: `host=127.0.0.1 port=${port} user=${username} password=${password} application_name=${STANDBY}`,
  });
  await untilStreaming(cluster.ownerUrl(first.port));
  return { primary: first, replica };
}

/** Settings of a primary whose commits wait for the replica. */
export const SYNCHRONOUS = { synchronous_standby_names: STANDBY, synchronous_commit: 'on' };

async function untilAnswering(url: string, child: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + START_MS; ; await wait(50)) {
    const answered = await ask(url, 'select 1').then(
      () => true,
      () => false,
    );
    if (answered) return;
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('PostgreSQL did not start');
  }
}

async function untilStreaming(url: string): Promise<void> {
  for (const deadline = Date.now() + START_MS; ; await wait(50)) {
    const [row] = await ask<{ n: number }>(
      url,
      "select count(*)::int as n from pg_stat_replication where state = 'streaming'",
    );
    if (row?.n === 1) return;
    if (Date.now() > deadline) throw new Error('the replica does not stream');
  }
}

/** Runs one statement on a new connection. */
export async function ask<Row extends pg.QueryResultRow>(url: string, sql: string, timeoutMs = 5_000): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}
