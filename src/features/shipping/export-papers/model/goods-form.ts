import { z } from 'zod';
import { ORIGINS } from './export-goods.ts';

const whole = (least: number, most: number) => z.int().min(least).max(most).nullable();

/** What seller or office enter for the export papers of a car. Null: not known. */
export const goodsForm = z
  .object({
    hs_code: z
      .string()
      .transform((code) => code.replace(/[\s.]/g, ''))
      .pipe(z.string().regex(/^\d{6,10}$/, { error: 'exportPapers.problem.hsCode' }))
      .nullable()
      .describe('Of the Harmonized System, 6 to 10 digits'),
    engine_number: z.string().trim().min(1).max(40).nullable(),
    origin: z
      .string()
      .refine((code) => ORIGINS.includes(code), { error: 'exportPapers.problem.origin' })
      .nullable()
      .describe('The country in which the car was made; ISO 3166, two letters'),
    weight_kg: whole(100, 60_000),
    length_mm: whole(1_000, 30_000),
    width_mm: whole(500, 5_000),
    height_mm: whole(500, 6_000),
    seen: z.int().nullable().describe('`version` of the facts that the form showed; others are refused'),
  })
  .refine(
    ({ length_mm: length, width_mm: width, height_mm: height }) => {
      const known = [length, width, height].filter((each) => each !== null).length;
      return known === 0 || known === 3;
    },
    { path: ['length_mm'], error: 'exportPapers.problem.size' },
  );
export type GoodsBody = z.output<typeof goodsForm>;
