import { beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../../tests/support/database/test-database.ts';
import { countStuck, jobRuns, openJob, type Run, takeUnreported, workAtOnce, workInTurn } from './job-runs.ts';
import { repeatNow } from './repeat.ts';

const { pool } = await testDatabase();
const failures = async () =>
  (
    await pool.query(
      'select queue, item, failures, error, round(extract(epoch from retry_at - last_at))::int as wait from work_failures order by item',
    )
  ).rows;

beforeEach(() => pool.query('truncate work_failures'));

/** Runs work as a job, and records what it did. */
async function inJob(work: (run: Run, stop: () => void) => Promise<unknown>) {
  const errors: unknown[] = [];
  const job = openJob('test', 1_000, (error) => errors.push(error));
  await job.run((run) => work(run, job.stop));
  const noted = { ...jobRuns.get('test') };
  job.close();
  return { errors, noted };
}

test('hands back, once, the rows not begun when the process stops', async () => {
  const begun: number[] = [];
  const back: number[][] = [];
  const leased: number[] = [];
  const { noted } = await inJob((run, stop) =>
    workInTurn([1, 2, 3, 4], {
      pool,
      queue: 'test',
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
      pool,
      queue: 'test',
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

test('hands back those of several concurrent rows that fail while the process stops', async () => {
  const back: number[] = [];
  const fail = async (id: number) => {
    if (id > 1) throw new Error('late');
  };
  const settle = (stops: boolean) => (run: Run, stop: () => void) => {
    if (stops) stop();
    return workAtOnce([1, 2], {
      pool,
      queue: 'test',
      run,
      onError: run.onError,
      handBack: async (ids) => back.push(...ids),
      work: fail,
    });
  };
  await inJob(settle(false));
  expect(back).toEqual([]);
  await pool.query('truncate work_failures');
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

test('a failing item waits twice as long each time, is skipped meanwhile and forgotten once it succeeds', async () => {
  const tried: string[] = [];
  let isBroken = true;
  const work = async (item: string) => {
    tried.push(item);
    if (item === 'a' && isBroken) throw Object.assign(new TypeError('of Amina'), { code: 'E1' });
  };
  const round = () => workInTurn(['a', 'b'], { pool, queue: 'test', work, onError: () => {} });
  const waits: number[] = [];
  for (let count = 0; count < 9; count++) {
    await round();
    waits.push((await failures())[0].wait);
    await pool.query('update work_failures set retry_at = now(), last_at = now()');
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1_800, 1_800, 1_800]);
  expect(await failures()).toMatchObject([{ queue: 'test', item: 'a', failures: 9, error: 'TypeError E1' }]);
  await round();
  tried.length = 0;
  await round();
  expect(tried).toEqual(['b']);
  isBroken = false;
  await pool.query('update work_failures set retry_at = now()');
  await round();
  expect(await failures()).toEqual([]);
});

test('three failures in a row are reported to a person once', async () => {
  const fail = () =>
    workInTurn([7], { pool, queue: 'test', work: () => Promise.reject(new Error('no')), onError: () => {} });
  for (const expected of [[], [], [{ queue: 'test', items: 1 }]]) {
    await fail();
    expect(await countStuck(pool)).toEqual(expected);
    await pool.query('update work_failures set retry_at = now()');
  }
  expect(await takeUnreported(pool)).toEqual([{ queue: 'test', item: '7', failures: 3, error: 'Error' }]);
  await fail();
  expect(await takeUnreported(pool)).toEqual([]);
});

test('records neither errors that the item did not cause nor errors while the process stops', async () => {
  const work = () => Promise.reject(new Error('busy'));
  await workAtOnce([1], { pool, queue: 'test', work, isExpected: () => true, onError: () => {} });
  await inJob((run, stop) => {
    stop();
    return workAtOnce([1], { pool, queue: 'test', work, onError: run.onError, run });
  });
  expect(await failures()).toEqual([]);
});

test('forgets an item that was not tried again within three hours after its wait', async () => {
  const work = () => Promise.reject(new Error('no'));
  await workInTurn([1], { pool, queue: 'test', work, onError: () => {} });
  await pool.query("update work_failures set retry_at = now() - interval '181 minutes', failures = 3");
  expect(await countStuck(pool)).toEqual([]);
  await workInTurn([2], { pool, queue: 'test', work, onError: () => {} });
  expect(await failures()).toMatchObject([{ item: '2' }]);
});
