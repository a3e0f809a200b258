import { describe, expect, test } from 'vitest';
import { awaitedUntil } from './awaited-transfer.ts';

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
