import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { changeAdminPasswordBody, outcomeAnswer } from './account-contract.ts';

const text = z.string();

export const adminSessionAnswer = z.object({
  flag: z.literal('1'),
  admin: z.object({ id: z.number(), name: text, email: text }).nullable(),
});
export type AdminSessionAnswer = z.output<typeof adminSessionAnswer>;

export const adminSessionContract = {
  session: { responses: { 200: adminSessionAnswer } },
  changePassword: { body: changeAdminPasswordBody, responses: { 200: outcomeAnswer } },
} satisfies Record<string, CallContract>;
