import { expect, test } from 'vitest';
import { basesToKeep } from './prune.ts';

const NOON = Date.parse('2026-11-23T12:00:00Z');
const HOUR = 3_600_000;
const base = (hoursAgo: number) => ({ endedAt: new Date(NOON - hoursAgo * HOUR).toISOString() });
const days = (bases: { endedAt: string }[]) =>
  [...basesToKeep(bases)].map(({ endedAt }) => (NOON - Date.parse(endedAt)) / HOUR / 24).sort((a, b) => a - b);

test('keeps the first base of each of 7 days and of 4 weeks', () => {
  const daily = Array.from({ length: 60 }, (_, day) => base(24 * day));
  // 2026-11-23 is a Monday; weeks are counted from 1970-01-01, a Thursday.
  expect(days(daily)).toEqual([0, 1, 2, 3, 4, 5, 6, 11, 18, 25]);
});

test('keeps the first and the newest of several bases of a day, so that no earlier time becomes unreachable', () => {
  expect(days([base(3), base(1), base(2)])).toEqual([1 / 24, 3 / 24]);
});

test('counts days that have a base, so that old bases stay while no new ones are made', () => {
  const old = Array.from({ length: 3 }, (_, index) => base(24 * (200 + index)));
  expect(basesToKeep(old).size).toBe(3);
  expect(basesToKeep([]).size).toBe(0);
});

test('pruned after each base for ten weeks, it never loses the last 7 days, and always reaches back 3 to 5 weeks', () => {
  let kept: { endedAt: string }[] = [];
  for (let day = 0; day < 70; day++) {
    const now = NOON + day * 24 * HOUR;
    // A base each day, and a second one by hand every third day.
    for (const hour of day % 3 === 0 ? [1, 6] : [1]) {
      kept = [...basesToKeep([...kept, { endedAt: new Date(now + hour * HOUR).toISOString() }])];
    }
    const ages = kept.map(({ endedAt }) => Math.ceil((now - Date.parse(endedAt)) / HOUR / 24)).sort((a, b) => a - b);
    expect(ages.length).toBeLessThanOrEqual(13);
    if (day < 7) continue;
    for (let past = 0; past < 7; past++) expect(ages, `day ${day}`).toContain(past);
    if (day >= 35) {
      expect(ages.at(-1), `day ${day}`).toBeGreaterThanOrEqual(21);
      expect(ages.at(-1), `day ${day}`).toBeLessThan(35);
    }
  }
});
