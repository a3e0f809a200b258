import { z } from 'zod';
import { CITY_NAME } from '../destination.ts';
import {
  countryCell,
  currencyCell,
  dayCell,
  GIVEN_LOWEST_FIRST,
  idCell,
  numberCell,
  optionalDay,
  optionalId,
  optionalText,
  SOURCE_KINDS,
  wordsCell,
} from './rule-rows.ts';

/** What a buyer pays besides the landed cost, in this order: at the port, to the clearing agent, for plates, and for the way to the city. */
export const DOOR_KINDS = ['portFees', 'clearing', 'plates', 'inland'] as const;
export type DoorKind = (typeof DOOR_KINDS)[number];

const optionalAmount = z.union([
  z.literal('').transform(() => null),
  numberCell.refine((value) => value >= 0 && value <= 1e9, 'must be between 0 and 1,000,000,000'),
]);
const optionalDays = z.union([
  z.literal('').transform(() => null),
  numberCell.refine(
    (value) => Number.isInteger(value) && value >= 0 && value <= 365,
    'must be whole days, at most 365',
  ),
]);

/** A cost on the way from the port to the door of a buyer. Without an amount, the buyer has to ask. */
export const doorRow = z
  .object({
    id: idCell,
    country: countryCell,
    kind: z.enum(DOOR_KINDS),
    /** UN/LOCODE of the port, which may be in another country. Empty for any port. */
    port: z.union([z.literal('').transform(() => null), z.string().regex(/^[A-Z]{2}[A-Z0-9]{3}$/)]),
    /** Where the inland leg ends. */
    city: z.union([z.literal('').transform(() => null), z.string().regex(CITY_NAME, 'must be a name of letters')]),
    /** Border posts of the inland leg. */
    border: optionalText,
    /** From the port to the city. */
    leastDays: optionalDays,
    mostDays: optionalDays,
    currency: currencyCell,
    low: optionalAmount,
    likely: optionalAmount,
    high: optionalAmount,
    sources: wordsCell,
    confidence: z.enum(SOURCE_KINDS),
    from: optionalDay,
    to: optionalDay,
    checked: dayCell,
    supersedes: optionalId,
  })
  .refine(({ kind, port, city }) => (kind === 'inland') === (city !== null) && (city === null || port !== null), {
    error: 'an inland leg needs a port and a city, and only that',
    path: ['city'],
  })
  .refine(
    ({ leastDays: least, mostDays: most }) => (least === null) === (most === null) && (least ?? 0) <= (most ?? 0),
    {
      error: 'needs both numbers of days, the lower one first',
      path: ['leastDays'],
    },
  )
  .refine(
    ({ low, likely, high }) =>
      low === null || likely === null || high === null
        ? low === null && likely === null && high === null
        : low <= likely && likely <= high,
    { error: GIVEN_LOWEST_FIRST, path: ['low'] },
  );
export type DoorRow = z.infer<typeof doorRow>;
