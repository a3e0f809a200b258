import { z } from 'zod';

/** An id as the client of the specification sends it: a number or its digits. */
export const idValue = z
  .union([z.number(), z.string().regex(/^[1-9]\d{0,15}$/, 'must be an id')])
  .transform(Number)
  .refine((id) => Number.isSafeInteger(id) && id > 0, 'must be an id');
