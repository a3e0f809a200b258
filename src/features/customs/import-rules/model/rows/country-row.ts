import { z } from 'zod';
import {
  countryCell,
  currencyCell,
  dayCell,
  idCell,
  numberCell,
  optionalDay,
  SOURCE_KINDS,
  wordsCell,
} from './source-row.ts';

/** How sure a sum of charges can be: one figure, only a range, or none. */
export const TOTALS = ['total', 'range', 'none'] as const;

export const countryRow = z.object({
  country: countryCell,
  currency: currencyCell,
  /** Days after its last check in which a rule may decide a light. */
  staleDays: numberCell,
  total: z.enum(TOTALS),
  landlocked: z.enum(['yes', 'no']),
});
export type CountryRow = z.infer<typeof countryRow>;

/** The value of a unit that a law multiplies, such as the Uzbek BRV. */
export const baseUnitRow = z.object({
  id: idCell,
  unit: z.string().regex(/^[A-Z]{3}$/),
  country: countryCell,
  value: numberCell,
  currency: currencyCell,
  sources: wordsCell,
  confidence: z.enum(SOURCE_KINDS),
  from: optionalDay,
  to: optionalDay,
  checked: dayCell,
});
export type BaseUnit = z.infer<typeof baseUnitRow>;

/** Units of a currency for one US dollar. Kept by the operator; none is shipped. */
export const exchangeRateRow = z.object({
  currency: currencyCell,
  perUsd: numberCell.refine((units) => units > 0),
  date: dayCell,
  source: z.string().min(1),
});
export type ExchangeRate = z.infer<typeof exchangeRateRow>;
export const RATE_EXPIRES_AFTER_DAYS = 7;
