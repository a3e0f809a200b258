import { compareNames } from '#lib/plain-text.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { listFailures } from '#lib/server/jobs/job-runs.ts';
import { jobsOfProcesses, type ProcessState, processState } from '../model/process.ts';
import type { SystemStatus } from '../model/system-status-contract.ts';
import { readQueues } from './queues.ts';
import {
  countEnded,
  databaseFacts,
  largestTables,
  listProcesses,
  newestVerification,
  uploadSizes,
} from './system-store.ts';

export type SystemDeps = {
  db: Queryable;
  /** The process that answers. */
  own: { version: string; build: string; node: string };
  filesIn: 'folder' | 'bucket';
  backupsBy: 'site' | 'nobody' | 'operator';
};

const DAY_MS = 86_400_000;
const MAX_FAILURES = 50;
/** `npm run verify` is meant to run each day. */
const MAX_VERIFICATION_AGE_MS = 8 * DAY_MS;

const readable = (state: unknown): ProcessState => processState.safeParse(state).data ?? processState.parse({});

/** Returns the state of the running site. Figures of other processes are at most ten seconds old. */
export async function readSystemStatus({ db, own, filesIn, backupsBy }: SystemDeps): Promise<SystemStatus> {
  const [seen, ended, queues, failures, facts, tables, sizes, verification] = await Promise.all([
    listProcesses(db),
    countEnded(db),
    readQueues(db),
    listFailures(db, MAX_FAILURES),
    databaseFacts(db),
    largestTables(db),
    uploadSizes(db),
    newestVerification(db),
  ]);
  const now = seen[0]?.now ?? new Date();
  const processes = seen.map((process) => ({ ...process, says: readable(process.state) }));
  const running = processes.filter(({ life }) => life === 'running');
  const backups = running.map(({ says }) => says.backups).find((each) => each !== null);
  const free = running.map(({ diskFreeBytes }) => diskFreeBytes).filter((bytes) => bytes !== null);
  const jobs = jobsOfProcesses(
    running.flatMap(({ says }) => says.jobs),
    now,
  );
  return {
    flag: '1',
    processes: processes.map((each) => ({
      id: each.id,
      host: each.host,
      pid: each.pid,
      version: each.version,
      build: each.build,
      state: each.life,
      started_at: each.startedAt.toISOString(),
      seen_at: each.seenAt.toISOString(),
      memory_bytes: each.memoryBytes,
      disk_free_bytes: each.diskFreeBytes,
    })),
    ended,
    jobs: jobs
      .sort((a, b) => compareNames(a.name, b.name))
      .map((job) => ({
        name: job.name,
        state: job.state,
        processes: job.processes,
        every_ms: job.everyMs,
        started_at: job.startedAt,
        succeeded_at: job.succeededAt,
        next_at: job.nextAt,
        failed_at: job.failedAt,
        error: job.error,
        failures: job.failures,
        leased: job.leased,
      })),
    queues: queues.map(({ queue, waiting, oldest }) => ({ queue, waiting, oldest_s: oldest })),
    failures: failures.map(({ queue, item, error, firstAt, lastAt, retryAt, failures: count }) => ({
      queue,
      item,
      failures: count,
      first_at: firstAt.toISOString(),
      last_at: lastAt.toISOString(),
      retry_at: retryAt.toISOString(),
      error,
    })),
    services: running.flatMap(({ host, says }) => says.services.map((service) => ({ host, ...service }))),
    backups: {
      by: backupsBy,
      place: backups?.place ?? null,
      base_at: backups?.base ?? null,
      commits_at: backups?.through ?? null,
      files_at: backups?.filesThrough ?? null,
      late: backups?.late ?? null,
    },
    verification: verification && {
      ended_at: verification.endedAt.toISOString(),
      seconds: (verification.endedAt.getTime() - verification.startedAt.getTime()) / 1_000,
      faults: verification.faults,
      findings: verification.findings,
      is_late: now.getTime() - verification.endedAt.getTime() > MAX_VERIFICATION_AGE_MS,
    },
    versions: {
      release: own.version,
      build: own.build,
      schema: facts.schema,
      node: own.node,
      postgres: facts.postgres,
    },
    storage: {
      database_bytes: facts.databaseBytes,
      tables,
      files_in: filesIn,
      uploads: sizes.uploads,
      upload_bytes: sizes.uploadBytes,
      disk_free_bytes: free.length > 0 ? Math.min(...free) : null,
    },
  };
}
