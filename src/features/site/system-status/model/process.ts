import { z } from 'zod';

const time = z.iso.datetime();

/** A background job of one process. */
const job = z.object({
  name: z.string(),
  everyMs: z.number(),
  startedAt: time.nullable(),
  succeededAt: time.nullable(),
  failedAt: time.nullable(),
  error: z.string().nullable(),
  failures: z.int(),
  running: z.int(),
  leased: z.int(),
  nextAt: time,
});
type ProcessJob = z.output<typeof job>;

/** What a process says about itself. Processes of other versions may write other fields. */
export const processState = z.object({
  jobs: z.array(job).default([]),
  services: z
    .array(z.object({ name: z.string(), works: z.boolean(), since: time, reason: z.string().nullable() }))
    .default([]),
  backups: z
    .object({
      base: time.nullable(),
      through: time.nullable(),
      filesThrough: time.nullable(),
      place: z.string(),
      late: z.string().nullable(),
    })
    .nullable()
    .default(null),
});
export type ProcessState = z.output<typeof processState>;

export const JOB_STATES = ['ok', 'failing', 'late'] as const;
type JobState = (typeof JOB_STATES)[number];

/** A job of all processes that have it. */
type SharedJob = Omit<ProcessJob, 'running'> & { state: JobState; processes: number };

/** A run may take a while, and the rows of processes are up to ten seconds old. */
const MIN_GRACE_MS = 60_000;

/**
 * How a job of a process does: late if its next run has been due for three intervals and at least a minute, failing if its last run
 * failed or reported an error.
 */
export function stateOf({ everyMs, startedAt, failedAt, nextAt, running }: ProcessJob, now: Date): JobState {
  const overdueMs = now.getTime() - Date.parse(nextAt);
  if (running === 0 && overdueMs > Math.max(3 * everyMs, MIN_GRACE_MS)) return 'late';
  return failedAt !== null && startedAt !== null && failedAt >= startedAt ? 'failing' : 'ok';
}

const latest = (times: (string | null)[]) =>
  times
    .filter((time) => time !== null)
    .sort()
    .at(-1) ?? null;

/** Joins the jobs of several processes by name. The worst state counts. */
export function jobsOfProcesses(jobs: ProcessJob[], now: Date): SharedJob[] {
  const byName = Map.groupBy(jobs, ({ name }) => name);
  return [...byName].map(([name, same]): SharedJob => {
    const states = same.map((job) => stateOf(job, now));
    const failed = same.toSorted((a, b) => (a.failedAt ?? '').localeCompare(b.failedAt ?? '')).at(-1);
    const sum = (figure: 'failures' | 'leased') => same.reduce((total, job) => total + job[figure], 0);
    return {
      name,
      state: JOB_STATES.findLast((state) => states.includes(state)) ?? 'ok',
      processes: same.length,
      everyMs: Math.max(...same.map(({ everyMs }) => everyMs)),
      startedAt: latest(same.map(({ startedAt }) => startedAt)),
      succeededAt: latest(same.map(({ succeededAt }) => succeededAt)),
      nextAt: same.map(({ nextAt }) => nextAt).sort()[0] ?? now.toISOString(),
      failedAt: failed?.failedAt ?? null,
      error: failed?.error ?? null,
      failures: sum('failures'),
      leased: sum('leased'),
    };
  });
}
