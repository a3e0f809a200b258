import { z } from 'zod';

const text = z.string();

export const adminSessionAnswer = z.object({
  flag: z.literal('1'),
  admin: z.object({ id: z.number(), name: text, email: text }).nullable(),
});
export type AdminSessionAnswer = z.output<typeof adminSessionAnswer>;
