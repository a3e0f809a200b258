import { readFileSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';
import type pg from 'pg';
import { PRODUCT_NAME } from '#lib/product.ts';
import type { HeldCopy } from '#lib/server/backup/restore/held-copy.ts';
import type { Config, TraceSettings } from '#lib/server/config/config.ts';
import { MAX_LAG_MS, type Replica } from '#lib/server/database/replica/watch-replica.ts';
import { projectFile } from '#lib/server/project-root.ts';

const MB = 1024 * 1024;

/** Prints a line at the start of the site. */
export type Report = (line: string) => void;

/** The version in package.json. */
export function productVersion(): string {
  return (JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as { version: string }).version;
}

/** Returns lines about what the site will do: payments, email, files, database and limits. They contain no secrets. */
export async function startReport(
  config: Config,
  pool: pg.Pool,
  { held, backups, replica }: { held: HeldCopy | null; backups: string | null; replica: Pick<Replica, 'pool'> | null },
): Promise<string[]> {
  const { demoListings, readsPerMinute, trustProxy } = config;
  const rows: [string, string][] = [
    ['Version', `${PRODUCT_NAME} ${productVersion()}, Node ${process.versions.node}`],
    ['Database', await databaseLine(config, pool)],
    ...(replica ? [['Replica', await replicaLine(config, replica.pool)] as [string, string]] : []),
    ['Payments', held ? 'none by a payment provider' : paymentsLine(config)],
    ['Email', held ? 'waits for the release' : emailLine(config)],
    ['Files', filesLine(config)],
    ['Backups', held ? 'wait for the release' : (backups ?? noBackupsLine(config))],
    ...(config.tracing ? [['Traces', tracesLine(config.tracing)] as [string, string]] : []),
    ['Demo', demoListings > 0 ? `an empty database gets ${demoListings} cars and a demo user` : 'none'],
    [
      'Limits',
      [
        readsPerMinute > 0 ? `${readsPerMinute} reads a minute per client` : 'no limit of reads',
        `${trustProxy} trusted ${trustProxy === 1 ? 'proxy' : 'proxies'}`,
        `${pool.options.max} database connections`,
        `heap of ${Math.round(getHeapStatistics().heap_size_limit / MB)} MB`,
      ].join(', '),
    ],
  ];
  if (held) rows.splice(1, 0, ['Held', heldLine(held, config)]);
  return rows.map(([name, text]) => `${name.padEnd(9)} ${text}`);
}

type Role = { version: string; role: string; owns: boolean };

async function databaseLine({ databaseUrl, dataDir }: Config, pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<Role>(
    `select current_setting('server_version') as version, current_user::text as role,
       exists (select from pg_tables where schemaname = 'public' and tableowner = current_user) as owns`,
  );
  const { version = '', role = '', owns = false } = rows[0] ?? {};
  const place = databaseUrl === undefined ? `embedded in ${dataDir}/postgres` : `${placeOf(databaseUrl)}, the primary`;
  const rights = owns ? 'owns the tables; set DATABASE_OWNER_URL to separate the two' : 'reads and writes rows only';
  return `PostgreSQL ${version} ${place}; the role ${role} ${rights}`;
}

/** An unreachable replica does not stop the start. */
async function replicaLine({ databaseReadUrl = '' }: Config, pool: pg.Pool): Promise<string> {
  const place = placeOf(databaseReadUrl);
  const isStandby = await pool.query<{ is: boolean }>('select pg_is_in_recovery() as is').then(
    ({ rows }) => rows[0]?.is,
    () => null,
  );
  if (isStandby === null) return `${place}, not reachable; public reads go to the primary until it is`;
  if (!isStandby) return `${place}, not a standby; public reads go to the primary`;
  return `${place}, a standby; answers public reads while it is at most ${MAX_LAG_MS / 1_000} s behind`;
}

function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `at ${host || 'the local socket'}${pathname}`;
}

function paymentsLine({ payments: { stripe } }: Config): string {
  if (!stripe) return 'simulated; nobody is charged';
  if (stripe.api !== undefined) return `Stripe, through the substitute ${stripe.api}`;
  return stripe.secretKey.includes('_test_') ? 'Stripe with test keys; nobody is charged' : 'Stripe with live keys';
}

function emailLine({ smtpUrl, mailFrom, dataDir }: Config): string {
  if (smtpUrl === undefined) return `written to ${dataDir}/mails; set SMTP_URL to send it`;
  return `through ${new URL(smtpUrl).host} from ${mailFrom.address}`;
}

function tracesLine({ endpoint, ratio }: TraceSettings): string {
  return `${Math.round(ratio * 10_000) / 100} % of requests and jobs, sent to ${new URL(endpoint).host}`;
}

function heldLine({ restoredAt, restoredTo }: HeldCopy, { dataDir }: Config): string {
  const state = restoredTo === null ? 'all that was archived' : `the state of ${restoredTo}`;
  return `a copy restored at ${restoredAt} with ${state}: no emails, payments by provider, refunds, deletions of files or backups; stop it and run npm run restore -- --release --into ${dataDir} to make it the site`;
}

function noBackupsLine({ databaseUrl }: Config): string {
  return databaseUrl === undefined
    ? 'none; set BACKUP_TO and BACKUP_KEY'
    : 'none by the site; back up the database server';
}

function filesLine({ s3, dataDir }: Config): string {
  return s3 ? `bucket ${s3.bucket}${s3.endpoint ? ` at ${s3.endpoint}` : ''}` : `folder ${dataDir}/files`;
}
