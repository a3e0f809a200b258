import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { isClockFaked } from '../../../../../tests/support/runner/faked-clock.ts';
import type { ReportRequest } from '../model/report.ts';
import { ReportQueue } from './report-queue.ts';

let pool: pg.Pool;
let url: string;
const queues: ReportQueue[] = [];

beforeAll(async () => {
  ({ pool, url } = await testDatabase());
});
afterAll(() => Promise.all(queues.map((queue) => queue.close())));

function newQueue(maxDurationMs?: number): ReportQueue {
  const queue = new ReportQueue(url, { now: () => new Date('2026-06-01') }, maxDurationMs);
  queues.push(queue);
  return queue;
}

const types = ['sales', 'rentals', 'financials'] as const;
const request = (index: number): ReportRequest => ({
  scope: 'monthly',
  type: types[index % 3]!,
  year: 2025,
  month: 1 + Math.floor(index / 3),
});

test('runs 2 of 30 simultaneous reports, queues 20 and rejects 8 as overloaded', async () => {
  const queue = newQueue();
  const reports = await Promise.allSettled(Array.from({ length: 30 }, (_, index) => queue.make(request(index), 'en')));
  expect(reports.filter(({ status }) => status === 'fulfilled')).toHaveLength(22);
  expect(reports.at(-1)).toMatchObject({ reason: { code: 'overloaded', options: { retryAfter: 5 } } });
});

test('30 simultaneous requests for the same report share one result', async () => {
  const queue = newQueue();
  const reports = await Promise.all(Array.from({ length: 30 }, () => queue.make(request(0), 'en')));
  expect(new Set(reports).size).toBe(1);
});

test.skipIf(isClockFaked)('a report that takes too long is rejected, and its database query is canceled', async () => {
  await pool.query(
    `alter table bookings rename to booked;
     create view bookings as select booked.* from booked right join (select pg_sleep(60)) as slow on true offset 0`,
  );
  await expect(newQueue(6_000).make(request(0), 'en')).rejects.toMatchObject({
    code: 'overloaded',
    options: { retryAfter: 30 },
  });
  const running = async () => {
    const { rows } = await pool.query(
      `select query from pg_stat_activity
       where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`,
    );
    return rows;
  };
  await expect.poll(running).toEqual([]);
});
