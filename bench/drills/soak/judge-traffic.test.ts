import { expect, test } from 'vitest';
import { refuseBusyMachine } from './capacity.ts';
import { judgeTraffic } from './judge-traffic.ts';

const AWAY = [{ from: 1_000, to: 5_000 }];
const record = { ms: new Map([['list', [10, 20, 30]]]), failures: [], visits: 3, unsent: 0 };
const failure = (status: number, at: number) => ({ kind: 'list', status, at, end: at + 10, text: 'busy' });
const problemsOf = (change: Partial<Parameters<typeof judgeTraffic>[0]>, due = 3) =>
  judgeTraffic({ ...record, ...change }, AWAY, due).problems;

test('passes if every visit was made and answered', () => {
  expect(problemsOf({})).toEqual([]);
});

test('excuses only 503, and only while the database is down', () => {
  expect(problemsOf({ failures: [failure(503, 2_000)] })).toEqual([]);
  expect(problemsOf({ failures: [failure(503, 6_000)] })).toEqual([expect.stringContaining('1 requests failed')]);
  expect(problemsOf({ failures: [failure(500, 2_000)] })).toEqual([expect.stringContaining('1 requests failed')]);
});

test('fails without traffic, even without a failed visit', () => {
  expect(problemsOf({ ms: new Map(), visits: 0 }, 10_000)).toEqual([
    'only 0 of 10000 visits to the measured process were made',
  ]);
  expect(problemsOf({ visits: 9_499 }, 10_000)).toHaveLength(1);
  expect(problemsOf({ visits: 9_500 }, 10_000)).toEqual([]);
});

test.each([0, 8, 19.9, Number.NaN])('refuses a machine that makes %d visits a second', (capacity) => {
  expect(() => refuseBusyMachine(capacity)).toThrow('a soak needs 20');
});

test('accepts a machine that makes 20 visits a second', () => {
  expect(() => refuseBusyMachine(20)).not.toThrow();
});
