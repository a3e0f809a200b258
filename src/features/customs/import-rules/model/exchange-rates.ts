import { addDays, type Day, daysBetween } from './calendar.ts';
import { mapRange, type Range, type Rates } from './charges/amounts.ts';
import type { ExchangeRate } from './rows/rule-rows.ts';

/** A rate is used as it is on its day and the seven days after it. */
export const RATE_FRESH_DAYS = 7;
/** An older rate makes amounts a range, until it is this old. */
export const RATE_USED_DAYS = 120;
/** The days before a rate from which its movement is measured. Older rates of the currency are not read. */
export const RATE_HISTORY_DAYS = 40;

/** Less history says little about a currency. */
const LEAST_HISTORY_DAYS = 14;
/** Our assumption for a currency without history: 10 percent in 60 days. */
const ASSUMED = { move: 0.1, days: 60 };
const LARGEST_MOVE = 0.5;

/**
 * Returns by which share a currency may have moved in some days: the highest rate of the `RATE_HISTORY_DAYS` before the newest one
 * over the lowest, scaled by the root of time.
 */
export function moveOf(history: readonly ExchangeRate[], days: number): number {
  const dates = history.map(({ date }) => date).sort();
  const span = dates.length < 2 ? 0 : daysBetween(dates[0]!, dates.at(-1)!);
  const rates = history.map(({ perUsd }) => perUsd);
  const known = span < LEAST_HISTORY_DAYS ? ASSUMED : { move: Math.max(...rates) / Math.min(...rates) - 1, days: span };
  return Math.min(LARGEST_MOVE, known.move * Math.sqrt(days / known.days));
}

/** Returns the newest rate of each currency that may be used on a day, and the rates to compute with: ranges for old ones. */
export function usableRates(
  all: readonly ExchangeRate[],
  today: Day,
): { rates: Rates; newest: ReadonlyMap<string, ExchangeRate> } {
  const oldest = addDays(today, -RATE_USED_DAYS - RATE_HISTORY_DAYS);
  const known = Map.groupBy(
    all.filter(({ date }) => date >= oldest && date <= today),
    ({ currency }) => currency,
  );
  const newest = new Map<string, ExchangeRate>();
  const rates: Record<string, number | Range> = { USD: 1 };
  for (const [currency, ofCurrency] of known) {
    const last = ofCurrency.reduce((latest, rate) => (rate.date > latest.date ? rate : latest));
    const age = daysBetween(last.date, today);
    if (age > RATE_USED_DAYS) continue;
    newest.set(currency, last);
    rates[currency] =
      age <= RATE_FRESH_DAYS ? last.perUsd : widened(last.perUsd, moveOf(before(last, ofCurrency), age));
  }
  return { rates, newest };
}

function before(last: ExchangeRate, rates: readonly ExchangeRate[]): ExchangeRate[] {
  const first = addDays(last.date, -RATE_HISTORY_DAYS);
  return rates.filter(({ date }) => date >= first);
}

function widened(perUsd: number, move: number): number | Range {
  if (move === 0) return perUsd;
  return mapRange({ low: 1 / (1 + move), likely: 1, high: 1 + move }, (factor) => factor * perUsd);
}
