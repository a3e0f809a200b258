import pg from 'pg';
import { ConfigError } from '#lib/config-error.ts';

const MIN_SERVER_VERSION = 150_000;
const PROTOCOL_VIOLATION = '08P01';

/** Timeouts of the role that serves the site, in milliseconds. Its pools wait a second longer for an answer. */
const ROLE_TIMEOUTS = [
  { name: 'statement_timeout', sql: '5s', maxMs: 5_000 },
  { name: 'lock_timeout', sql: '2s', maxMs: 2_000 },
  { name: 'idle_in_transaction_session_timeout', sql: '30s', maxMs: 30_000 },
];
const PROBE = { name: 'carquay_probe', text: 'select 1' };

type Facts = { version: number; role: string; zone: string; isUtc: boolean; timeouts: Record<string, number> };

/**
 * Throws `ConfigError` if the server is older than PostgreSQL 15, or if a pooler such as PgBouncer drops settings or does not support named
 * statements. Timestamps would be read in another time zone, and nothing would end a statement that waits.
 */
export async function checkServer(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<Facts>(
    `select current_setting('server_version_num')::int as version, current_user::text as role, current_setting('timezone') as zone,
       current_setting('timezone') ~ '^(Etc/)?UTC$' as "isUtc",
       (select json_object_agg(name, setting::int) from pg_settings where name = any($1)) as timeouts`,
    [ROLE_TIMEOUTS.map(({ name }) => name)],
  );
  const { version, role, zone, isUtc, timeouts } = rows[0]!;
  if (version < MIN_SERVER_VERSION)
    throw new ConfigError(`PostgreSQL ${Math.floor(version / 10_000)} is too old. Version 15 or newer is required.`);
  // Settings sent by the pool may differ on purpose. Settings of the role apply to every pool of the site.
  const areSent = pool.options.options !== undefined;
  const wrong = ROLE_TIMEOUTS.filter(({ name, maxMs }) => {
    const ms = timeouts[name] ?? 0;
    return areSent ? name === 'lock_timeout' && ms === 0 : ms === 0 || ms > maxMs;
  });
  if (!isUtc || wrong.length > 0) throw droppedSettings(role, isUtc ? null : zone, wrong, timeouts);
  if (!areSent) await checkNamedStatements(pool);
}

function droppedSettings(
  role: string,
  zone: string | null,
  wrong: typeof ROLE_TIMEOUTS,
  found: Record<string, number>,
) {
  const is = [
    ...(zone === null ? [] : [`timezone is ${zone}`]),
    ...wrong.map(({ name }) => `${name} is ${found[name]} ms`),
  ];
  const values = [{ name: 'timezone', sql: 'UTC' }, ...ROLE_TIMEOUTS];
  const statements = values.map(({ name, sql }) => `alter role ${pg.escapeIdentifier(role)} set ${name} = '${sql}';`);
  return new ConfigError(
    `The connection pooler drops settings that the site needs (${is.join(', ')}). Set them on the role, then send RECONNECT to the pooler: ${statements.join(' ')}`,
  );
}

/** Two clients that prepare the same name must not meet on one connection of the server. */
async function checkNamedStatements(pool: pg.Pool): Promise<void> {
  const clients = [new pg.Client(pool.options), new pg.Client(pool.options)];
  try {
    for (const client of clients) {
      client.on('error', () => {});
      await client.connect();
      await client.query(PROBE);
    }
    for (const client of clients) await client.query(PROBE);
  } catch (error) {
    throw new ConfigError(
      `The connection pooler does not support named statements (${(error as Error).message}). PgBouncer needs version 1.21 and max_prepared_statements above 0.`,
      error,
    );
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
}

/** Returns whether a pooler refuses the settings that a connection starts with. */
export function lacksStartupSettings(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === PROTOCOL_VIOLATION && /unsupported startup parameter/.test(message ?? '');
}

/** Returns whether a pooler answers: the process that it names is not the one that runs the statement. Ends the pool. False if it cannot connect. */
export async function isPooler(pool: pg.Pool): Promise<boolean> {
  try {
    const client = await pool.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const { processID } = client as unknown as { processID: number };
    client.release();
    return rows[0]?.pid !== processID;
  } catch {
    return false;
  } finally {
    await pool.end();
  }
}
