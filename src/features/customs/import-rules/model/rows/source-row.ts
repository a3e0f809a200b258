import { z } from 'zod';

/** Cells of the CSV files and columns of the tables are the same text; an empty cell is null or an empty list. */

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
