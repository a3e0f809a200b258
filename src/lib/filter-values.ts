import { z } from 'zod';
import { centsOf } from './money.ts';

/** Makes a filter optional: an empty value and "all" mean no filter. */
export const optionalFilter = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((sent) => (sent === '' || sent === 'all' ? undefined : sent), schema.optional());

/** Makes a filter by a choice optional. Only an empty value means no filter, because "all" may be an option. */
export const optionalChoice = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((sent) => (sent === '' ? undefined : sent), schema.optional());

/** An amount in US dollars; parsed to cents. */
export const filterAmount = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,2})?$/, 'must be an amount')
  .transform((amount) => centsOf(Number(amount)));

export const filterDay = z.iso.date().transform((date) => new Date(date));

export const filterText = z
  .string()
  .max(200)
  .refine((text) => text.isWellFormed() && !text.includes('\u0000'), 'must be text')
  .transform((text) => text.trim());
