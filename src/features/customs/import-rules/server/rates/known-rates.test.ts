import { expect, test } from 'vitest';
import { afterPublication, PublishedBook } from '../book/rule-book-cache.ts';
import { knownRates } from './known-rates.ts';

const rate = (currency: string, perUsd: string, date: string) => ({
  list: 'rates' as const,
  id: `${currency}-${date}`,
  record: { currency, perUsd, date, source: 'Central Bank' },
});
const book = new PublishedBook(
  1,
  afterPublication(new Map(), [rate('KES', '128', '2026-11-20'), rate('KES', '129', '2026-11-22')]),
);

test('returns the newest rate of each currency with its day and age, and US dollars', () => {
  expect([...knownRates(book, '2026-11-25').values()]).toEqual([
    { currency: 'KES', perUsd: 129, date: '2026-11-22', ageDays: 3 },
    { currency: 'USD', perUsd: 1, date: '2026-11-25', ageDays: 0 },
  ]);
  expect(knownRates(book, '2026-11-21').get('KES')).toMatchObject({ perUsd: 128, ageDays: 1 });
  expect(knownRates(book, '2026-11-19').has('KES')).toBe(false);
});
