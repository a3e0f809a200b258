import { expect, test, vi } from 'vitest';
import { DatabaseAway, openJob } from './job-runs.ts';

const away = new Error('timeout exceeded when trying to connect');
const failing = (error: unknown) => async () => {
  throw error;
};

test('while the database is away, a job reports it once a minute, in a line without a stack', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const reports: unknown[] = [];
  const job = openJob('mails', 1_000, (error) => reports.push(error));
  for (let count = 0; count < 3; count++) await job.run(failing(away));
  expect(reports).toEqual([expect.any(DatabaseAway)]);
  expect(reports[0]).toMatchObject({ stack: '', message: expect.stringContaining('timeout exceeded') });
  vi.advanceTimersByTime(60_000);
  await job.run(failing(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })));
  expect(reports).toHaveLength(2);
  job.close();
});

test('reports the next outage immediately', async () => {
  const reports: unknown[] = [];
  const job = openJob('mails', 1_000, (error) => reports.push(error));
  await job.run(failing(away));
  await job.run(async () => {});
  await job.run(failing(away));
  expect(reports).toHaveLength(2);
  job.close();
});

test('reports every other error unchanged', async () => {
  const reports: unknown[] = [];
  const job = openJob('bills', 1_000, (error) => reports.push(error));
  const broken = Object.assign(new Error('duplicate key'), { code: '23505' });
  for (let count = 0; count < 2; count++) await job.run(failing(broken));
  expect(reports).toEqual([broken, broken]);
  job.close();
});
