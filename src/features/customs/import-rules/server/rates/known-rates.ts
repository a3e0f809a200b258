import { type Day, daysBetween } from '#features/customs/import-rules/model/calendar.ts';
import type { PublishedBook } from '../book/rule-book-cache.ts';

/** `perUsd`: units of the currency for one US dollar. `ageDays`: days from the day of the rate to the day asked for. */
type KnownRate = { currency: string; perUsd: number; date: Day; ageDays: number };

/**
 * Returns the rates that amounts may be converted with on a day, by currency. A currency without a usable rate is absent. US dollars
 * are always there, as of that day.
 */
export function knownRates(book: Pick<PublishedBook, 'ratesOn'>, today: Day): ReadonlyMap<string, KnownRate> {
  const dollars = { currency: 'USD', perUsd: 1, date: today, ageDays: 0 };
  const others = [...book.ratesOn(today).newest.values()].map(({ currency, perUsd, date }): [string, KnownRate] => [
    currency,
    { currency, perUsd, date, ageDays: daysBetween(date, today) },
  ]);
  return new Map([...others, ['USD', dollars]]);
}
