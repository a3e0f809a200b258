import { z } from 'zod';

/** What the back office shows beside a payment or booking. */
export const saleFacts = z.object({
  car: z.string().nullable(),
  buyer: z.object({ name: z.string(), email: z.string() }),
  order_id: z.int().nullable(),
  received: z.number().describe('Of the whole order, not given back, US dollars'),
  due: z.number().describe('Still to be paid of the order, US dollars'),
});
export type SaleFacts = z.output<typeof saleFacts>;
