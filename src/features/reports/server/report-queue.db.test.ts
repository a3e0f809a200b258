import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../../tests/support/database/test-database.ts';
import type { ReportRequest } from '../model/report.ts';
import { ReportQueue } from './report-queue.ts';

let pool: pg.Pool;
let url: string;
const presses: ReportQueue[] = [];

beforeAll(async () => {
  ({ pool, url } = await testDatabase());
});
afterAll(() => Promise.all(presses.map((press) => press.close())));

function newPress(longestMs?: number): ReportQueue {
  const press = new ReportQueue(url, { now: () => new Date('2026-06-01') }, longestMs);
  presses.push(press);
  return press;
}

const types = ['sales', 'rentals', 'financials'] as const;
const request = (at: number): ReportRequest => ({
  scope: 'monthly',
  type: types[at % 3]!,
  year: 2025,
  month: 1 + Math.floor(at / 3),
});

test('of thirty reports at once two are made and twenty wait; the others are asked to come back', async () => {
  const press = newPress();
  const reports = await Promise.allSettled(Array.from({ length: 30 }, (_, at) => press.make(request(at))));
  expect(reports.filter(({ status }) => status === 'fulfilled')).toHaveLength(22);
  expect(reports.at(-1)).toMatchObject({ reason: { code: 'overloaded', options: { retryAfter: 5 } } });
});

test('thirty who ask for the same get the same', async () => {
  const press = newPress();
  const reports = await Promise.all(Array.from({ length: 30 }, () => press.make(request(0))));
  expect(new Set(reports).size).toBe(1);
});

test('a report that takes too long is given up, and so is what it asked the database', async () => {
  await pool.query(
    `alter table bookings rename to booked;
     create view bookings as select booked.* from booked right join (select pg_sleep(60)) as slow on true offset 0`,
  );
  await expect(newPress(6_000).make(request(0))).rejects.toMatchObject({
    code: 'overloaded',
    options: { retryAfter: 30 },
  });
  const { rows } = await pool.query(
    `select query from pg_stat_activity
     where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`,
  );
  expect(rows).toEqual([]);
});
