import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename } from 'node:path';
import type pg from 'pg';
import type { ProcessState } from '#features/site/system-status/model/process.ts';
import { noteProcess, noteStop } from '#features/site/system-status/server/system-store.ts';
import { latenessOf } from '#lib/server/backup/backup-state.ts';
import { jobRuns, nextRunOf } from '#lib/server/jobs/job-runs.ts';
import { repeatNow } from '#lib/server/jobs/repeat.ts';
import { BUILD_FOLDER } from '#lib/server/project-root.ts';
import type { ServiceState } from '#lib/server/services/service-watch.ts';
import type { SiteBackups } from './site-backups.ts';
import { productVersion } from './start-report.ts';

const EVERY_MS = 10_000;

type Heartbeat = {
  pool: pg.Pool;
  dataDir: string;
  services: () => ServiceState[];
  backups: SiteBackups | null;
  onError: (error: unknown) => void;
};

/** The release and the build of this process. */
export function ownVersions(): { version: string; build: string; node: string } {
  return { version: productVersion(), build: basename(BUILD_FOLDER).slice(0, 50), node: process.versions.node };
}

/** Records every ten seconds that this process is alive, for the system status. Returns a function that stops it. */
export function startHeartbeat({ pool, dataDir, services, backups, onError }: Heartbeat): () => Promise<void> {
  const startedAt = new Date(Date.now() - process.uptime() * 1_000);
  const own = { id: randomUUID(), host: hostname().slice(0, 200), pid: process.pid, ...ownVersions(), startedAt };
  const note = async () => {
    const memoryBytes = process.memoryUsage.rss();
    const state = stateOf({ services, backups });
    await noteProcess(pool, { ...own, memoryBytes, diskFreeBytes: await freeBytes(dataDir), state });
  };
  const stop = repeatNow(EVERY_MS, note, onError, 'heartbeat');
  return async () => {
    await stop();
    await noteStop(pool, own.id).catch(() => {});
  };
}

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

function stateOf({ services, backups }: Pick<Heartbeat, 'services' | 'backups'>): ProcessState {
  return {
    jobs: [...jobRuns].map(([name, run]) => ({
      name,
      everyMs: run.everyMs,
      startedAt: iso(run.startedAt),
      succeededAt: iso(run.succeededAt),
      failedAt: iso(run.failedAt),
      error: run.error,
      failures: run.failures,
      running: run.running,
      leased: run.leased,
      nextAt: new Date(nextRunOf(run)).toISOString(),
    })),
    services: services().map(({ since, ...service }) => ({ ...service, since: since.toISOString() })),
    backups: backups && backupsOf(backups),
  };
}

function backupsOf({ state, place }: SiteBackups): ProcessState['backups'] {
  const now = state();
  return {
    base: now.base?.toISOString() ?? null,
    through: now.through?.toISOString() ?? null,
    filesThrough: now.filesThrough?.toISOString() ?? null,
    place,
    late: latenessOf(now, new Date()),
  };
}

/** Free space of the disk that a user without privileges may fill; null if the system does not say. */
async function freeBytes(folder: string): Promise<number | null> {
  const disk = await statfs(folder).catch(() => null);
  return disk && disk.bavail * disk.bsize;
}
