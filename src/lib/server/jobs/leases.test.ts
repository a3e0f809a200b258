import { expect, test } from 'vitest';
import { jobRuns, openJob, type Run } from './job-runs.ts';
import { workAtOnce, workInTurn } from './leases.ts';
import { repeatNow } from './repeat.ts';

/** Runs work as a job, and records what it did. */
async function inJob(work: (run: Run, stop: () => void) => Promise<unknown>) {
  const errors: unknown[] = [];
  const job = openJob('test', 1_000, (error) => errors.push(error));
  await job.run((run) => work(run, job.stop));
  const noted = { ...jobRuns.get('test') };
  job.close();
  return { errors, noted };
}

test('rows that were not begun when the process stops are handed back, once', async () => {
  const begun: number[] = [];
  const back: number[][] = [];
  const leased: number[] = [];
  const { noted } = await inJob((run, stop) =>
    workInTurn([1, 2, 3, 4], {
      run,
      onError: run.onError,
      handBack: async (ids) => back.push(ids),
      work: async (id) => {
        begun.push(id);
        leased.push(jobRuns.get('test')?.leased ?? -1);
        if (id === 2) stop();
      },
    }),
  );
  expect({ begun, back, leased }).toEqual({ begun: [1, 2], back: [[3, 4]], leased: [4, 3] });
  expect(noted).toMatchObject({ leased: 0, failures: 0 });
});

test('a row that fails keeps its lease and does not stop the others', async () => {
  const back: number[] = [];
  const { errors, noted } = await inJob((run) =>
    workInTurn([1, 2], {
      run,
      onError: run.onError,
      handBack: async (ids) => back.push(...ids),
      work: async (id) => {
        if (id === 1) throw Object.assign(new TypeError('a name'), { code: 'E1' });
      },
    }),
  );
  expect([errors.length, back]).toEqual([1, []]);
  expect(noted).toMatchObject({ failures: 1, error: 'TypeError E1', leased: 0, succeededAt: expect.any(Number) });
});

test('of rows that are worked on together, those that fail while the process stops are handed back', async () => {
  const back: number[] = [];
  const fail = async (id: number) => {
    if (id > 1) throw new Error('late');
  };
  const settle = (stops: boolean) => (run: Run, stop: () => void) => {
    if (stops) stop();
    return workAtOnce([1, 2], {
      run,
      onError: run.onError,
      handBack: async (ids) => back.push(...ids),
      work: fail,
    });
  };
  await inJob(settle(false));
  expect(back).toEqual([]);
  await inJob(settle(true));
  expect(back).toEqual([2]);
});

test('stopping a job ends its current run early and removes it from the list', async () => {
  const stop = repeatNow(
    60_000,
    ({ stopping }) => new Promise<void>((resolve) => stopping.addEventListener('abort', () => resolve())),
    () => {},
    'waits',
  );
  expect(jobRuns.get('waits')).toMatchObject({ running: 1, everyMs: 60_000 });
  await stop();
  expect(jobRuns.has('waits')).toBe(false);
});
