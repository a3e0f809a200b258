import { expect, test } from 'vitest';
import { endOfHold, isBankDay, lastDayOf } from './bank-days.ts';

const NONE = new Map<string, boolean>();
const end = (from: string, zone: string, days = NONE, count = 3) =>
  endOfHold(new Date(from), count, zone, days).toISOString();

test('counts whole business days after the day of the order, by the clock of the bank', () => {
  // Monday morning: Tuesday, Wednesday and Thursday.
  expect(end('2026-11-23T01:00:00Z', 'Asia/Shanghai')).toBe('2026-11-26T16:00:00.000Z');
  // Monday evening in UTC is Tuesday in Shanghai: Wednesday, Thursday and Friday.
  expect(end('2026-11-23T17:00:00Z', 'Asia/Shanghai')).toBe('2026-11-27T16:00:00.000Z');
  expect(end('2026-11-23T17:00:00Z', 'UTC')).toBe('2026-11-27T00:00:00.000Z');
});

test('the last day is the one before the end, by the clock of the bank', () => {
  expect(lastDayOf(new Date('2026-11-27T00:00:00Z'), 'UTC')).toBe('2026-11-26');
  expect(lastDayOf(new Date('2026-11-26T16:00:00Z'), 'Asia/Shanghai')).toBe('2026-11-26');
  expect(lastDayOf(new Date('2026-11-27T05:00:00Z'), 'America/New_York')).toBe('2026-11-26');
});

test('leaves out weekends', () => {
  expect(end('2026-11-26T10:00:00Z', 'UTC')).toBe('2026-12-02T00:00:00.000Z');
  expect(end('2026-11-28T10:00:00Z', 'UTC')).toBe('2026-12-03T00:00:00.000Z');
});

test('leaves out holidays, and counts weekend days that are worked', () => {
  const days = new Map([
    ['2026-10-01', false],
    ['2026-10-02', false],
    ['2026-10-10', true],
  ]);
  expect(isBankDay('2026-10-01', days)).toBe(false);
  expect(isBankDay('2026-10-10', days)).toBe(true);
  expect(end('2026-09-30T02:00:00Z', 'Asia/Shanghai', days)).toBe('2026-10-07T16:00:00.000Z');
  // Thursday: Friday, the worked Saturday, Monday.
  expect(end('2026-10-08T02:00:00Z', 'Asia/Shanghai', days)).toBe('2026-10-12T16:00:00.000Z');
});

test('ends at midnight of the bank also where clocks change', () => {
  expect(end('2026-03-25T10:00:00Z', 'Europe/Berlin')).toBe('2026-03-30T22:00:00.000Z');
  expect(end('2026-10-21T10:00:00Z', 'Europe/Berlin')).toBe('2026-10-26T23:00:00.000Z');
});

test('refuses a calendar without business days', () => {
  const never = { get: () => false } as unknown as Map<string, boolean>;
  expect(() => end('2026-11-23T10:00:00Z', 'UTC', never)).toThrow('no business days');
});
