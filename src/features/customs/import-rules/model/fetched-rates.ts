import { z } from 'zod';
import { addDays, type Day } from './calendar.ts';
import { RATE_FRESH_DAYS } from './exchange-rates.ts';
import type { RuleBook } from './rows/rule-book.ts';

/** An answer in our own format: units of each currency for one unit of the base. Other fields are ignored. */
const ratesSchema = z.object({
  base: z.string().regex(/^[A-Z]{3}$/),
  date: z.iso.date(),
  rates: z.record(z.string(), z.unknown()),
});
/** No currency is worth so much or so little. */
const rate = z.number().min(1e-6).max(1e9);

/** `perUsd`: units of each currency for one US dollar. */
export type FetchedRates = { date: Day; perUsd: Map<string, number> };

/**
 * Reads the rates of the wanted currencies. Throws an error that names the invalid part, so that one bad rate refuses the whole answer.
 */
export function readRates(answer: unknown, today: Day, wanted: ReadonlySet<string>): FetchedRates {
  const { base, date, rates: all } = checked(ratesSchema, answer);
  const needed = Object.entries(all).filter(([code]) => wanted.has(code) || code === 'USD');
  const rates = checked(z.object({ rates: z.record(z.string(), rate) }), { rates: Object.fromEntries(needed) }).rates;
  if (date > addDays(today, 1)) throw new Error(`the rates are of ${date}, a day to come`);
  if (date < addDays(today, -RATE_FRESH_DAYS)) throw new Error(`the rates are of ${date}, so they have expired`);
  const dollars = base === 'USD' ? 1 : rates.USD;
  if (dollars === undefined) throw new Error('the response has no rate for USD');
  if (base === 'USD' && rates.USD !== undefined && rates.USD !== 1) throw new Error('one USD is not 1 USD');
  const others = Object.entries({ ...rates, [base]: 1 }).filter(([code]) => code !== 'USD' && wanted.has(code));
  if (others.length === 0) throw new Error('the response has no currency that the rules use');
  return { date, perUsd: new Map(others.map(([currency, units]) => [currency, units / dollars])) };
}

function checked<Shape>(schema: z.ZodType<Shape>, answer: unknown): Shape {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  throw new Error(`the response has an invalid '${path.join('.')}': ${message}`);
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

/** @param days between both rates; a currency may move further in more than a week */
export function isJump(before: number | undefined, now: number, days: number): boolean {
  if (before === undefined) return false;
  return Math.max(before, now) / Math.min(before, now) > 1 + MOST_CHANGE * Math.max(1, Math.sqrt(days / 7));
}

const FEWEST_TO_JUDGE = 5;

/** Currencies do not all move at once, so an answer in which most rates jump counts in another unit. */
export const isOtherBase = (jumps: number, compared: number) => compared >= FEWEST_TO_JUDGE && jumps > compared / 2;

/** A rate as a cell of a row: seven significant digits, never in scientific notation. */
export function rateCell(perUsd: number): string {
  const rounded = Number(perUsd.toPrecision(7));
  return rounded >= 1e-6 && rounded < 1e15 ? String(rounded) : rounded.toFixed(12).replace(/\.?0+$/, '');
}
