import { z } from 'zod';
import { addDays, type Day } from './calendar.ts';
import type { RuleBook } from './rows/rule-book.ts';
import { RATE_EXPIRES_AFTER_DAYS } from './rows/rule-rows.ts';

const CODE = /^[A-Z]{3}$/;

/** The response of EXCHANGE_RATES_URL: units of each currency for one unit of the base. Ignores other fields. */
const ratesSchema = z.object({
  base: z.string().regex(CODE),
  date: z.iso.date(),
  rates: z.record(z.string().regex(CODE), z.number().positive()),
});

/** `perUsd`: units of each currency for one US dollar. */
export type FetchedRates = { date: Day; perUsd: Map<string, number> };

/** Parses a response. Throws an error that names the invalid part. */
export function readRates(answer: unknown, today: Day): FetchedRates {
  const parsed = ratesSchema.safeParse(answer);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    throw new Error(`the response has an invalid '${path.join('.')}': ${message}`);
  }
  const { base, date, rates } = parsed.data;
  if (date > addDays(today, 1)) throw new Error(`the rates are of ${date}, a day to come`);
  if (date < addDays(today, -RATE_EXPIRES_AFTER_DAYS))
    throw new Error(`the rates are of ${date}, so they have expired`);
  const dollars = base === 'USD' ? 1 : rates.USD;
  if (dollars === undefined) throw new Error('the response has no rate for USD');
  const all = Object.entries({ ...rates, [base]: 1 });
  return { date, perUsd: new Map(all.map(([currency, units]) => [currency, units / dollars])) };
}

/** The currencies that rows of the book name, without US dollars. */
export function currenciesOf({ countries, charges, tables, baseUnits, rules }: RuleBook): Set<string> {
  const inTexts = [
    ...charges.map(({ scope }) => scope),
    ...tables.map(({ axis }) => axis),
    ...rules.map(({ scope }) => scope),
  ];
  const named = inTexts.flatMap((text) => [...text.matchAll(/\b(?:value|fob)\.([A-Z]{3})\b/g)].map(([, code]) => code));
  const all = [...countries, ...charges, ...baseUnits].map(({ currency }) => currency);
  return new Set([...all, ...named].filter((code): code is string => Boolean(code) && code !== 'USD'));
}

/** People publish a rate that changes by more. A mistyped or manipulated rate rarely changes by less. */
const MOST_CHANGE = 0.1;

export function isJump(before: number | undefined, now: number): boolean {
  if (before === undefined) return false;
  return Math.max(before, now) / Math.min(before, now) > 1 + MOST_CHANGE;
}

/** A rate as a cell of a row: seven significant digits, never in scientific notation. */
export function rateCell(perUsd: number): string {
  const rounded = Number(perUsd.toPrecision(7));
  return rounded >= 1e-6 && rounded < 1e15 ? String(rounded) : rounded.toFixed(12).replace(/\.?0+$/, '');
}
