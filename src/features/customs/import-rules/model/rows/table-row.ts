import { z } from 'zod';
import { countryCell, dayCell, idCell, numberCell, optionalDay, optionalNumber, wordsCell } from './cells.ts';
import { SOURCE_KINDS } from './source-row.ts';

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
