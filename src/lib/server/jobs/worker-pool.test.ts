import { afterEach, expect, test } from 'vitest';
import type { TestJob, TestWorkerData } from '../../../../tests/support/runner/test-worker.ts';
import { WorkerPool, WorkerTimeout } from './worker-pool.ts';

const script = new URL('../../../../tests/support/runner/test-worker.ts', import.meta.url);
const pools: WorkerPool<TestJob, string>[] = [];
const newPool = (timeoutMs = 5_000, data?: TestWorkerData) => {
  const pool = new WorkerPool<TestJob, string>({ script, data, workers: 2, timeoutMs });
  pools.push(pool);
  return pool;
};
const run = (pool: WorkerPool<TestJob, string>, job: TestJob, mostWaiting = 100) => pool.run(job, { mostWaiting });
const echo = (pool: WorkerPool<TestJob, string>, text: string) => run(pool, { echo: text });
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));

test('each of 10 queued jobs gets its own result', async () => {
  const pool = newPool();
  const texts = Array.from({ length: 10 }, (_, at) => String(at));
  expect(await Promise.all(texts.map((text) => echo(pool, text)))).toEqual(texts);
});

test('rejects jobs as overloaded when the queue is full', async () => {
  const pool = newPool();
  const all = await Promise.allSettled(Array.from({ length: 6 }, (_, at) => run(pool, { echo: String(at) }, 2)));
  expect(all.map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(2);
  expect(all.at(-1)).toMatchObject({ reason: { code: 'overloaded' } });
});

test('a job that hangs times out, and queued jobs still run', async () => {
  const pool = newPool(1_000);
  const hanging = [run(pool, 'hang'), run(pool, 'hang')].map((job) => job.catch((error) => error));
  const waiting = echo(pool, 'after');
  for (const job of hanging) expect(await job).toBeInstanceOf(WorkerTimeout);
  expect(await waiting).toBe('after');
});

test('the time limit of a job does not include the start of its thread', async () => {
  const pool = newPool(1_000, { startMs: 1_500 });
  expect(await echo(pool, 'after a slow start')).toBe('after a slow start');
});

test('a job that throws or exits its worker fails alone, and later jobs run', async () => {
  const pool = newPool();
  await expect(run(pool, 'throw')).rejects.toThrow('thrown');
  await expect(run(pool, 'exit')).rejects.toMatchObject({ code: 'overloaded' });
  expect(await echo(pool, 'still here')).toBe('still here');
});

test('close rejects all queued and later jobs', async () => {
  const pool = newPool();
  const jobs = Array.from({ length: 5 }, (_, at) => echo(pool, String(at)).catch((error) => error));
  await pool.close();
  for (const job of await Promise.all(jobs)) expect(job).toMatchObject({ code: 'overloaded' });
  await expect(echo(pool, 'late')).rejects.toMatchObject({ code: 'overloaded' });
});
