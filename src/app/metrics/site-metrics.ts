import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { readQueues } from '#features/site/system-status/server/queues.ts';
import type { BackupWorker } from '#lib/server/backup/backup-worker.ts';
import type { GuardedPool } from '#lib/server/database/guarded-pool.ts';
import { rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { ReadCounts } from '#lib/server/database/replica/replica-reads.ts';
import type { Replica } from '#lib/server/database/replica/watch-replica.ts';
import type { CacheState } from '#lib/server/http/cache/versioned-cache.ts';
import { countStuck, jobRuns } from '#lib/server/jobs/job-runs.ts';
import type { ServiceState } from '#lib/server/services/service-watch.ts';
import type { PolicyViolations } from '../security/policy-reports.ts';
import { productVersion } from '../start/start-report.ts';

export type Measured = {
  pool: GuardedPool;
  /** Milliseconds since the inventory was last compared with the database; null while it is not filled. */
  inventoryAgeMs: () => number | null;
  services: () => ServiceState[];
  /** The caches of the process, by name. */
  caches: ReadonlyMap<string, { state(): CacheState }>;
  policyViolations: PolicyViolations;
  /** True for a restored copy that was not released. */
  held: boolean;
  /** Null if the site makes no backups. */
  backups: Pick<BackupWorker, 'state'> | null;
  /** Null without a replica. */
  replica: (Pick<Replica, 'freshAt' | 'problem'> & { counts: ReadCounts }) | null;
};

const PAYMENTS = statement(
  "select state, count(*)::int as payments from payments where created_at > now() - interval '1 day' group by state",
);
const SEALS = statement('select chain, extract(epoch from max(sealed_at))::float8 as at from seals group by chain');

type AddGauge = (
  name: string,
  help: string,
  labelNames: string[],
  collect: (gauge: Gauge) => void | Promise<void>,
) => void;

/** Until the first backup, the times are the start of the process, so alerts count from there. */
function backupMetrics({ state }: Pick<BackupWorker, 'state'>, gauge: AddGauge): void {
  const time = (name: string, help: string, at: 'base' | 'through' | 'filesThrough') =>
    gauge(name, help, [], (each) => {
      const { startedAt, ...times } = state();
      each.set((times[at] ?? startedAt).getTime() / 1_000);
    });
  time('backup_base_timestamp_seconds', 'When the newest base backup ended', 'base');
  time('backup_commits_timestamp_seconds', 'Commits before this time are archived', 'through');
  time('backup_files_timestamp_seconds', 'Files stored before this time are copied', 'filesThrough');
  gauge('backup_lag_bytes', 'WAL that was not archived at the last look', [], (each) => each.set(state().lagBytes));
  gauge('backup_slot', 'Always 1; state of the replication slot that keeps WAL for the backup', ['state'], (each) =>
    each.set({ state: state().slot }, 1),
  );
}

function replicaMetrics({ freshAt, problem, counts }: NonNullable<Measured['replica']>, gauge: AddGauge): void {
  gauge('replica_used', '1 while the replica answers public reads', [], (each) => each.set(problem() === null ? 1 : 0));
  gauge('replica_lag_seconds', 'How old commits may be that the replica does not have yet', [], (each) => {
    const lagMs = performance.now() - freshAt();
    if (Number.isFinite(lagMs)) each.set(lagMs / 1_000);
  });
  gauge(
    'public_reads',
    'Public reads since the start, by who answered; retried: after the replica failed',
    ['by'],
    (each) => {
      for (const [by, reads] of Object.entries(counts)) each.set({ by }, reads);
    },
  );
}

/** Collects what Prometheus asks for. Figures from the database are read at each scrape, and left out while it is away. */
export function siteMetrics(measured: Measured): Registry {
  const { pool, inventoryAgeMs, services, caches, policyViolations, held, backups, replica } = measured;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const gauge: AddGauge = (name, help, labelNames, collect) => {
    new Gauge({
      name: `carquay_${name}`,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset();
        await collect(this);
      },
    });
  };
  const fromDatabase = (fill: (gauge: Gauge) => Promise<void>) => (each: Gauge) => fill(each).catch(() => {});

  gauge('info', 'Always 1; version of product and Node', ['version', 'node'], (each) =>
    each.set({ version: productVersion(), node: process.versions.node }, 1),
  );
  gauge('database_away_seconds', 'How long the database has not responded; 0 while it does', [], (each) =>
    each.set((pool.awayMs() ?? 0) / 1_000),
  );
  gauge('pool_connections', 'Connections of the pool, and queries that wait for one', ['state'], (each) => {
    each.set({ state: 'idle' }, pool.idleCount);
    each.set({ state: 'used' }, pool.totalCount - pool.idleCount);
    each.set({ state: 'waiting' }, pool.waitingCount);
    each.set({ state: 'most' }, pool.options.max ?? 0);
  });
  gauge('inventory_age_seconds', 'Time since the list of cars was compared with the database', [], (each) => {
    const age = inventoryAgeMs();
    if (age !== null) each.set(age / 1_000);
  });
  gauge('job_last_success_timestamp_seconds', 'When a background job last succeeded', ['job'], (each) => {
    for (const [job, { succeededAt }] of jobRuns) if (succeededAt) each.set({ job }, succeededAt / 1_000);
  });
  gauge('job_failures', 'Failures of a background job since the start', ['job'], (each) => {
    for (const [job, { failures }] of jobRuns) each.set({ job }, failures);
  });
  gauge('job_leases', 'Rows that a background job has reserved and not finished', ['job'], (each) => {
    for (const [job, { leased }] of jobRuns) each.set({ job }, leased);
  });
  const cacheGauge = (name: string, help: string, figure: keyof CacheState) =>
    gauge(name, help, ['cache'], (each) => {
      for (const [cache, source] of caches) each.set({ cache }, source.state()[figure]);
    });
  cacheGauge('cache_hits', 'Requests answered from a cache since the start', 'hits');
  cacheGauge('cache_misses', 'Requests that a cache could not answer since the start', 'misses');
  cacheGauge('cache_entries', 'What a cache holds', 'entries');
  cacheGauge('cache_bytes', 'Estimated memory of what a cache holds', 'bytes');
  gauge('service_works', '1 if a service outside the process works', ['service'], (each) => {
    for (const { name, works } of services()) each.set({ service: name }, works ? 1 : 0);
  });
  gauge(
    'policy_violations',
    'Reports of browsers since the start about what the policy of a page forbade, by directive',
    ['directive'],
    (each) => {
      for (const [directive, reports] of policyViolations) each.set({ directive }, reports);
    },
  );
  gauge('held', '1 for a restored copy that was not released', [], (each) => each.set(held ? 1 : 0));
  if (backups) backupMetrics(backups, gauge);
  if (replica) replicaMetrics(replica, gauge);
  gauge(
    'queue_waiting',
    'Work that is due and not leased',
    ['queue'],
    fromDatabase(async (each) => {
      for (const { queue, waiting } of await readQueues(pool)) each.set({ queue }, waiting);
    }),
  );
  gauge(
    'queue_oldest_seconds',
    'How long the oldest work has been due',
    ['queue'],
    fromDatabase(async (each) => {
      for (const { queue, oldest } of await readQueues(pool)) each.set({ queue }, oldest);
    }),
  );
  gauge(
    'work_stuck',
    'Items of a queue that failed three times or more in a row',
    ['queue'],
    fromDatabase(async (each) => {
      for (const { queue, items } of await countStuck(pool)) each.set({ queue }, items);
    }),
  );
  gauge(
    'payments_of_a_day',
    'Payments that began in the last 24 hours, by state',
    ['state'],
    fromDatabase(async (each) => {
      for (const { state, payments } of await rowsOf<{ state: string; payments: number }>(pool, PAYMENTS, []))
        each.set({ state }, payments);
    }),
  );
  gauge(
    'seal_timestamp_seconds',
    'When the newest seal of a log was made',
    ['log'],
    fromDatabase(async (each) => {
      for (const { chain, at } of await rowsOf<{ chain: string; at: number }>(pool, SEALS, []))
        each.set({ log: chain }, at);
    }),
  );
  return registry;
}
