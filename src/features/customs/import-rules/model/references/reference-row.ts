import { z } from 'zod';
import {
  countryCell,
  currencyCell,
  dayCell,
  idCell,
  optionalDay,
  optionalId,
  SOURCE_KINDS,
  textCell,
  wordsCell,
} from '../rows/rule-rows.ts';

/** The prices of one make in an authority's list may have so many characters. */
const MAX_PRICES = 80_000;

const REFERENCE_FUELS = ['petrol', 'diesel', 'hybrid', 'electric', 'cng'] as const;
const REFERENCE_BODIES = ['suv', 'sedan', 'hatchback', 'wagon', 'van', 'coupe', 'convertible', 'truck'] as const;

/** One price of an authority's list: of a model as new. Empty columns of the list are null. */
export type ReferencePrice = {
  /** As printed. */
  model: string;
  /** The maker's code of the model. */
  number: string | null;
  drive: '2' | '4' | null;
  /** Cubic centimeters; null for electric cars. */
  engineCc: number | null;
  body: (typeof REFERENCE_BODIES)[number] | null;
  fuel: (typeof REFERENCE_FUELS)[number] | null;
  /** Units of the currency of the row. */
  price: number;
};

const LINE = /^([^|]+)\|([^|]*)\|([24]?)\|(\d*)\|([a-z]*)\|([a-z]*)\|(\d+(?:\.\d{1,2})?)$/;
const oneOf = <Value extends string>(values: readonly Value[], text: string) =>
  values.find((value) => value === text) ?? null;

/** Reads a line such as `RAV4 G|6BA-MXAA54|4|1986|suv|petrol|6456789.12`. Returns null for anything else. */
function readPrice(line: string): ReferencePrice | null {
  const [, model, number, drive, engine, body, fuel, price] = LINE.exec(line) ?? [];
  if (model === undefined || Number(price) <= 0) return null;
  const parsed = { body: oneOf(REFERENCE_BODIES, body!), fuel: oneOf(REFERENCE_FUELS, fuel!) };
  if ((body !== '' && !parsed.body) || (fuel !== '' && !parsed.fuel)) return null;
  return {
    model,
    number: number || null,
    drive: drive === '2' || drive === '4' ? drive : null,
    engineCc: engine === '' ? null : Number(engine),
    ...parsed,
    price: Number(price),
  };
}

export const writePrice = ({ model, number, drive, engineCc, body, fuel, price }: ReferencePrice): string =>
  [model, number ?? '', drive ?? '', engineCc ?? '', body ?? '', fuel ?? '', price].join('|');

const prices = z
  .string()
  .max(MAX_PRICES)
  .transform((text, context) => {
    const lines = text.split('\n').filter((line) => line !== '');
    const read = lines.map(readPrice);
    const bad = read.indexOf(null);
    if (bad >= 0 || lines.length === 0)
      context.addIssue({
        code: 'custom',
        message: `line ${bad + 1} must be model|number|drive|engine|body|fuel|price`,
      });
    return read.filter((price) => price !== null);
  });

/** The prices of one make in a list of reference prices, from which a country computes the customs value. */
export const referenceRow = z.object({
  id: idCell,
  country: countryCell,
  make: textCell,
  currency: currencyCell,
  prices,
  sources: wordsCell,
  confidence: z.enum(SOURCE_KINDS),
  from: optionalDay,
  to: optionalDay,
  checked: dayCell,
  supersedes: optionalId,
});
export type ReferenceRow = z.infer<typeof referenceRow>;
