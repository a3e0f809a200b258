import { z } from 'zod';

export const newsletterBody = z.object({ email: z.email().max(254) });
export const newsletterAnswer = z.object({ flag: z.literal('1'), message: z.string() });
