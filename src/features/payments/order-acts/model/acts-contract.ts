import { z } from 'zod';
import { ORDER_ACTS } from './order-act.ts';

export const actAnswer = z.object({
  act: z.enum(ORDER_ACTS),
  may: z.enum(['yes', 'no', 'second']).describe('second: only together with a second person'),
  why: z.string().nullable().describe('Why not, or why it needs a second person, and what to do instead'),
});
export type ActAnswer = z.output<typeof actAnswer>;
