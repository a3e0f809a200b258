import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { unprivileged } from '#lib/server/database/embedded/cluster.ts';
import { freePort } from '#lib/server/database/embedded/embedded-postgres.ts';
import { openPool } from '#lib/server/database/postgres.ts';
import { scratch } from './drill-site.ts';

const MIN_VERSION = [1, 21];
/** Names a PgBouncer that is not in PATH. */
const BINARY = process.env.PGBOUNCER ?? 'pgbouncer';
/** The site has more statements than the default of 200 on one connection. */
const PREPARED = 1_000;

export type Pooler = {
  siteUrl: string;
  ownerUrl: string;
  /** Sends connections to another port. */
  lead(port: number): Promise<void>;
  /** Changes a setting and closes the connections to the server. */
  set(name: string, value: string): Promise<void>;
  stop(): Promise<void>;
};

/** Returns why the drills cannot use PgBouncer, or null. */
export function whyNoPooler(): string | null {
  const { stdout, error } = spawnSync(BINARY, ['--version'], { encoding: 'utf8' });
  if (error) return 'skipped: pgbouncer is not installed (set PGBOUNCER to version 1.21 or newer)';
  const [major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(stdout)?.slice(1).map(Number) ?? [];
  const isNew = major > MIN_VERSION[0]! || (major === MIN_VERSION[0] && minor >= MIN_VERSION[1]!);
  return isNew ? null : `skipped: pgbouncer ${major}.${minor} is older than ${MIN_VERSION.join('.')}`;
}

/** Starts PgBouncer in transaction mode before a server. Both roles of the site can log in through it. */
export async function startPooler(siteUrl: string, ownerUrl: string): Promise<Pooler> {
  const folder = await scratch();
  const port = await freePort();
  const { prefix, owner } = unprivileged();
  const config = join(folder, 'pgbouncer.ini');
  const users = [siteUrl, ownerUrl].map((url) => new URL(url));
  const database = users[0]!.pathname.slice(1);
  const write = (serverPort: number) => {
    const lines = [
      '[databases]',
      `${database} = host=127.0.0.1 port=${serverPort} dbname=${database}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${join(folder, 'users.txt')}`,
      `admin_users = ${users[1]!.username}`,
      'pool_mode = transaction',
      `max_prepared_statements = ${PREPARED}`,
      'default_pool_size = 20',
      'max_client_conn = 200',
      'server_connect_timeout = 1',
      'server_login_retry = 0.2',
      'query_wait_timeout = 4',
    ];
    writeFileSync(config, `${lines.join('\n')}\n`);
  };
  const passwords = users.map(({ username, password }) => `"${username}" "${decodeURIComponent(password)}"`);
  writeFileSync(join(folder, 'users.txt'), `${passwords.join('\n')}\n`);
  write(Number(users[0]!.port));
  if (owner) for (const name of ['', 'pgbouncer.ini', 'users.txt']) chownSync(join(folder, name), owner.uid, owner.gid);
  const [command = '', ...args] = [...prefix, BINARY, '-q', config];
  const child = spawn(command, args, { stdio: 'ignore' });
  process.once('exit', () => child.kill('SIGKILL'));
  const through = (url: string) => Object.assign(new URL(url), { port: String(port) }).href;
  const admin = async (...statements: string[]) => {
    const client = new pg.Client(Object.assign(new URL(through(ownerUrl)), { pathname: '/pgbouncer' }).href);
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  await untilAnswering(child, () => admin('show version'));
  return {
    siteUrl: through(siteUrl),
    ownerUrl: through(ownerUrl),
    async lead(serverPort) {
      write(serverPort);
      await admin('reload');
    },
    set: (name, value) => admin(`set ${name} = ${value}`, 'reconnect'),
    async stop() {
      child.kill('SIGINT');
      await once(child, 'exit');
    },
  };
}

async function untilAnswering(child: ChildProcess, ask: () => Promise<void>): Promise<void> {
  for (const deadline = Date.now() + 10_000; ; await wait(50)) {
    const failure = await ask().then(
      () => null,
      (error: Error) => error,
    );
    if (!failure) return;
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`PgBouncer did not start: ${failure.message}`);
  }
}

/** Gives the site's role its settings, like deploy/postgres/site-role.sh. */
export async function setOnRole(ownerUrl: string, siteUrl: string, change: Record<string, string> = {}): Promise<void> {
  const pool = await openPool(ownerUrl, { max: 1 });
  const role = new URL(siteUrl).username;
  for (const [name, value] of Object.entries({ ...ROLE_SETTINGS, ...change }))
    await pool.query(`alter role ${role} set ${name} = '${value}'`);
  await pool.end();
}

const ROLE_SETTINGS = {
  timezone: 'UTC',
  statement_timeout: '5s',
  lock_timeout: '2s',
  idle_in_transaction_session_timeout: '30s',
};
