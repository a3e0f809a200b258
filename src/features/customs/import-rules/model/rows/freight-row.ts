import { z } from 'zod';
import { dayCell, GIVEN_LOWEST_FIRST, idCell, numberCell, optionalDay, SOURCE_KINDS, wordsCell } from './source-row.ts';

export const SHIPPING_MODES = ['roro', 'container20', 'container40'] as const;
export type ShippingMode = (typeof SHIPPING_MODES)[number];

/** `freight` is USD per unit; `transit` and `freeStorage` are days; `storage` is USD per day after the free days. */
const FREIGHT_METRICS = ['freight', 'transit', 'freeStorage', 'storage'] as const;

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
