import { z } from 'zod';

/* Cells of the CSV files and columns of the tables are the same text; an empty cell is null or an empty list. */

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const NUMBER = /^-?\d+(\.\d+)?$/;

export const dayCell = z.string().regex(DAY);
export const optionalDay = z.union([z.literal('').transform(() => null), dayCell]);
export const idCell = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9.-]{0,79}$/);
export const optionalId = z.union([z.literal('').transform(() => null), idCell]);
export const countryCell = z.string().regex(/^[A-Z]{2}$/);
export const currencyCell = z.string().regex(/^[A-Z]{3}$/);
export const textCell = z.string().trim().min(1).max(600);
export const optionalText = z.union([z.literal('').transform(() => null), textCell]);
export const numberCell = z.string().regex(NUMBER).transform(Number);
export const optionalNumber = z.union([z.literal('').transform(() => null), numberCell]);

/** Words separated by spaces. */
export const wordsCell = z.string().transform((cell) => cell.split(' ').filter((word) => word !== ''));

export const GIVEN_LOWEST_FIRST = 'low, likely and high must be in this order';

/** Kinds of sources, the most reliable first. `offer` is a price at which we sell. */
export const SOURCE_KINDS = [
  'offer',
  'official',
  'law',
  'taxSummary',
  'press',
  'carrierNotice',
  'moverGuide',
  'forwarderGuide',
  'exporterGuide',
  'aggregator',
  'calculator',
  'code',
  'derived',
] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

export const sourceRow = z.object({
  id: idCell,
  /** Empty if the text was found without its address. */
  url: z.union([z.literal('').transform(() => null), z.url()]),
  title: textCell,
  publisher: textCell,
  /** As the source prints it, such as '2025-11' or 'undated'. */
  published: optionalText,
  kind: z.enum(SOURCE_KINDS),
  seen: dayCell,
});
export type Source = z.infer<typeof sourceRow>;

/** What a rule is about. The first three must be decided before a light is green. */
export const GATES = [
  'age',
  'steering',
  'conformity',
  'use',
  'fuel',
  'emission',
  'engine',
  'body',
  'buyer',
  'papers',
  'inspection',
  'origin',
] as const;
export type Gate = (typeof GATES)[number];
export const DECIDING_GATES = ['age', 'steering', 'conformity'] as const;

export const OUTCOMES = ['allowed', 'conditional', 'unknown', 'prohibited'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Its rules are about the export from China. */
export const ORIGIN_COUNTRY = 'CN';

/** A published rule is never edited: a correction is a new row that names the old one in `supersedes`. */
export const ruleRow = z.object({
  id: idCell,
  country: countryCell,
  gate: z.enum(GATES),
  /** Conditions under which the rule applies; empty for every car. */
  scope: z.string(),
  /** What the rule asks of a car; empty if every car gets `pass`. */
  test: z.string(),
  pass: z.enum(OUTCOMES),
  /** For cars that do not meet `test`. */
  fail: z.union([z.literal('').transform(() => null), z.enum(OUTCOMES)]),
  sentence: textCell,
  sources: wordsCell,
  /** Sources that say something else. */
  against: wordsCell,
  confidence: z.enum(SOURCE_KINDS),
  from: optionalDay,
  /** The last day. */
  to: optionalDay,
  checked: dayCell,
  supersedes: optionalId,
});
export type Rule = z.infer<typeof ruleRow>;

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

/** Units of a currency for one US dollar. */
export const exchangeRateRow = z.object({
  currency: currencyCell,
  perUsd: numberCell.refine((units) => units > 0),
  date: dayCell,
  source: z.string().min(1),
});
export type ExchangeRate = z.infer<typeof exchangeRateRow>;

export const SHIPPING_MODES = ['roro', 'container20', 'container40'] as const;
export type ShippingMode = (typeof SHIPPING_MODES)[number];

/**
 * `freight` and `inland` (from the port to a country without one) are USD per unit; `transit` and `freeStorage` are days; `storage` is USD
 * per day after the free days.
 */
const FREIGHT_METRICS = ['freight', 'inland', 'transit', 'freeStorage', 'storage'] as const;

/**
 * `own:KE:KEMBA` (what we charge buyers of a country to a port), `port:KEMBA`, `country:KE`, `region:gulf` or `any`. The first of these that
 * has a row counts.
 */
const destination = z
  .string()
  .regex(/^(own:[A-Z]{2}:[A-Z]{2}[A-Z0-9]{3}|port:[A-Z]{2}[A-Z0-9]{3}|country:[A-Z]{2}|region:[a-zA-Z]+|any)$/);

export const freightRow = z
  .object({
    id: idCell,
    /** ISO 3166 country of the port of loading. Estimates from Korea or Japan are kept to compare, never used for China. */
    origin: z.string().regex(/^[A-Z]{2}$/),
    destination,
    mode: z.union([z.literal('any'), z.enum(SHIPPING_MODES)]),
    metric: z.enum(FREIGHT_METRICS),
    unit: z.enum(['car', 'cbm', 'container', 'days']),
    low: numberCell,
    likely: numberCell,
    high: numberCell,
    sources: wordsCell,
    confidence: z.enum(SOURCE_KINDS),
    from: optionalDay,
    to: optionalDay,
    checked: dayCell,
  })
  .refine(({ low, likely, high }) => low <= likely && likely <= high, GIVEN_LOWEST_FIRST);
export type Freight = z.infer<typeof freightRow>;

export const insuranceRow = z
  .object({
    id: idCell,
    mode: z.union([z.literal('any'), z.enum(SHIPPING_MODES)]),
    /** Percent of the insured value. */
    low: numberCell,
    likely: numberCell,
    high: numberCell,
    /** The insured value in percent of CIF, usually 110. */
    insured: numberCell,
    sources: wordsCell,
    confidence: z.enum(SOURCE_KINDS),
    from: optionalDay,
    to: optionalDay,
    checked: dayCell,
  })
  .refine(({ low, likely, high }) => low <= likely && likely <= high, GIVEN_LOWEST_FIRST);
export type Insurance = z.infer<typeof insuranceRow>;

/** A voyage from China to a port. The office's own sailings are published as rows; others can be entered by hand. */
export const sailingRow = z
  .object({
    id: idCell,
    vessel: textCell,
    voyage: optionalText,
    /** UN/LOCODE of the port of arrival. */
    port: z.string().regex(/^[A-Z]{2}[A-Z0-9]{3}$/),
    leaves: dayCell,
    arrives: dayCell,
    sources: wordsCell,
    confidence: z.enum(SOURCE_KINDS),
    from: optionalDay,
    to: optionalDay,
    checked: dayCell,
    supersedes: optionalId,
  })
  .refine(({ leaves, arrives }) => leaves < arrives, 'it must arrive after it leaves');
export type Sailing = z.infer<typeof sailingRow>;
