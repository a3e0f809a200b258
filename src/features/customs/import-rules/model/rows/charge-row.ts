import { z } from 'zod';
import {
  countryCell,
  dayCell,
  GIVEN_LOWEST_FIRST,
  idCell,
  numberCell,
  optionalDay,
  optionalId,
  optionalNumber,
  optionalText,
  SOURCE_KINDS,
  textCell,
  wordsCell,
} from './rule-rows.ts';

/** How an amount is computed. */
const OPERATORS = [
  /** Percent of the sum of `base`. A negative rate is a relief. `minimum` is the least amount, per unit of `per`. */
  'percent',
  /** An amount in `currency`. */
  'fixed',
  /** An amount in `currency` for each unit of `per`, above `over` units. */
  'perUnit',
  /** Percent of `base`, where the rate is `slope × per + intercept` percent, at least 0 and at most `cap`. */
  'slopedPercent',
  /** A number of base units such as BRV or MCI, named by `currency`. */
  'baseUnits',
  /** `base` less a percentage. Gives a value, not a charge. */
  'depreciated',
  /** The charge is due, but no source has its amount, so the total is unknown. */
  'notKnown',
] as const;

/** A `value` is not a charge: it only replaces or adds a base, such as a depreciated list price. */
export const CHARGE_KINDS = ['value', 'duty', 'tax', 'fee', 'service'] as const;
export type ChargeKind = (typeof CHARGE_KINDS)[number];

export const PAID_TO = ['customs', 'authority', 'port', 'agent', 'carrier', 'insurer', 'seller', 'carquay'] as const;
export type PaidTo = (typeof PAID_TO)[number];

const UNITS_OF_A_CAR = ['car', 'cc', 'kw', 'hp', 'kg', 'co2', 'ccYear', 'newPrice'] as const;
export type UnitOfACar = (typeof UNITS_OF_A_CAR)[number];

/** A rate is a number or the name of a table: `table:TZ-AGE`. */
const rateCell = z.union([
  z
    .string()
    .regex(/^table:[A-Za-z0-9-]+$/)
    .transform((cell) => ({ table: cell.slice('table:'.length) })),
  numberCell,
]);
export type Rate = z.infer<typeof rateCell>;

export const chargeRow = z
  .object({
    id: idCell,
    country: countryCell,
    /** Charges are computed in this order; a base names earlier codes. */
    order: numberCell,
    /** Rows with the same code are alternatives: the first that applies counts. */
    code: z.string().regex(/^[a-z][a-zA-Z0-9]*$/),
    name: textCell,
    kind: z.enum(CHARGE_KINDS),
    operator: z.enum(OPERATORS),
    /** Sum of CIF, FOB, INLAND (from the port to the country), NEW (the price as new), CV (customs value) and codes of earlier rows. */
    base: wordsCell,
    low: z.union([z.literal('').transform(() => null), rateCell]),
    likely: z.union([z.literal('').transform(() => null), rateCell]),
    high: z.union([z.literal('').transform(() => null), rateCell]),
    /** ISO 4217, or the name of a base unit. */
    currency: z.union([z.literal('').transform(() => null), z.string().regex(/^[A-Z]{3}$/)]),
    per: z.union([z.literal('').transform(() => null), z.enum(UNITS_OF_A_CAR)]),
    over: optionalNumber,
    minimum: z.union([z.literal('').transform(() => null), rateCell]),
    maximum: optionalNumber,
    slope: optionalNumber,
    intercept: optionalNumber,
    cap: optionalNumber,
    /** Conditions under which it is due. */
    scope: z.string(),
    /** Name of another source's calculation, for comparison; never part of our total. */
    reading: optionalId,
    paidTo: z.enum(PAID_TO),
    sources: wordsCell,
    confidence: z.enum(SOURCE_KINDS),
    from: optionalDay,
    to: optionalDay,
    checked: dayCell,
    supersedes: optionalId,
    note: optionalText,
  })
  .refine(({ low, likely, high }) => {
    const numbers = [low, likely, high].filter((rate) => typeof rate === 'number');
    return numbers.every((rate, index) => index === 0 || numbers[index - 1]! <= rate);
  }, GIVEN_LOWEST_FIRST)
  .refine(
    ({ operator, likely }) => operator === 'notKnown' || operator === 'slopedPercent' || likely !== null,
    'a rate is missing',
  );
export type Charge = z.infer<typeof chargeRow>;

/** Whether a charge is computed on the price of the model as new. */
export const needsNewPrice = ({ base, per }: Pick<Charge, 'base' | 'per'>) =>
  base.includes('NEW') || per === 'newPrice';

/** One step of a table. Each edge says whether it belongs to the step; without an edge the step is open. */
export const tableRow = z
  .object({
    id: idCell,
    table: z.string().regex(/^[A-Za-z0-9-]+$/),
    country: countryCell,
    /** What is looked up, as in conditions: `cc`, `value.EUR`, `age.fullYears(made..arrival)`, `year`. */
    axis: z.string().min(1),
    /** The lower edge: excluded in `over`, included in `atLeast`. */
    over: optionalNumber,
    atLeast: optionalNumber,
    /** The upper edge: excluded in `below`, included in `upTo`. */
    below: optionalNumber,
    upTo: optionalNumber,
    value: numberCell,
    sources: wordsCell,
    confidence: z.enum(SOURCE_KINDS),
    from: optionalDay,
    to: optionalDay,
    checked: dayCell,
  })
  .refine(({ over, atLeast }) => over === null || atLeast === null, { message: 'two lower edges' })
  .refine(({ below, upTo }) => below === null || upTo === null, { message: 'two upper edges' });
export type TableStep = z.infer<typeof tableRow>;
