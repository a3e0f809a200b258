import { expect, test } from 'vitest';
import { type ImportQuote, lastDayOf } from './import-quote.ts';

const quote = (staleOn: string[], dates: string[]) =>
  ({
    at: { today: '2026-11-23' },
    verdict: { reasons: staleOn.map((day) => ({ staleOn: day })) },
    rates: dates.map((date) => ({ date })),
  }) as unknown as ImportQuote;

test.each([
  ['two weeks', [], [], '2026-12-07'],
  ['until the day before a rule is stale', ['2026-12-30', '2026-12-01'], [], '2026-11-30'],
  ['as long as the oldest exchange rate', ['2026-12-30'], ['2026-11-23', '2026-11-20'], '2026-11-27'],
  ['two weeks although a rule was stale before', ['2026-11-01'], [], '2026-12-07'],
  ['until today if a rule is stale tomorrow', ['2026-11-24'], [], '2026-11-23'],
])('a quote holds %s', (_words, staleOn, dates, last) => {
  expect(lastDayOf(quote(staleOn, dates))).toBe(last);
});
