import { describe, expect, test } from 'vitest';
import { awaitedUntil, endOfHold, isBankDay, lastDayOf } from './bank-days.ts';

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

const NO_DAYS = new Map<string, boolean>();
/** The hold lasts for Wednesday, December 9. */
const ENDS = new Date('2026-12-10T00:00:00Z');
const at = (time: string) => new Date(`2026-12-${time}Z`);
const wait = (time: string, known: { isNamed?: boolean; coveredTo?: string | null } = {}, days = NO_DAYS) =>
  awaitedUntil(ENDS, 'UTC', days, { isNamed: false, coveredTo: null, ...known }, at(time))?.toISOString() ?? null;

describe('a hold whose time is over', () => {
  test('waits for the next business day, when the statement of its last day comes', () => {
    expect(wait('10T00:00:00')).toBe('2026-12-11T00:00:00.000Z');
    expect(wait('10T23:59:59')).toBe('2026-12-11T00:00:00.000Z');
    expect(wait('11T00:00:00')).toBeNull();
  });

  test('waits over days on which banks do not work', () => {
    const friday = awaitedUntil(
      at('12T00:00:00'),
      'UTC',
      NO_DAYS,
      { isNamed: false, coveredTo: null },
      at('12T08:00:00'),
    );
    expect(friday?.toISOString()).toBe('2026-12-15T00:00:00.000Z');
    expect(wait('10T08:00:00', {}, new Map([['2026-12-10', false]]))).toBe('2026-12-12T00:00:00.000Z');
  });

  test('ends once the statement of its last day is imported and no open line names it', () => {
    expect(wait('10T09:00:00', { coveredTo: '2026-12-08' })).not.toBeNull();
    expect(wait('10T09:00:00', { coveredTo: '2026-12-09' })).toBeNull();
  });

  test('waits for another business day as long as an open line names it', () => {
    expect(wait('14T09:00:00', { isNamed: true, coveredTo: '2026-12-11' })).toBe('2026-12-16T00:00:00.000Z');
  });

  test('counts days by the clock of the bank', () => {
    const shanghai = awaitedUntil(
      new Date('2026-12-09T16:00:00Z'),
      'Asia/Shanghai',
      NO_DAYS,
      { isNamed: false, coveredTo: null },
      new Date('2026-12-09T16:00:00Z'),
    );
    expect(shanghai?.toISOString()).toBe('2026-12-10T16:00:00.000Z');
  });
});
