import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { idValue } from '#lib/id-value.ts';

const params = z.object({ id: idValue });
export const waitingResponse = z.object({
  flag: z.literal('1'),
  waiting: z.boolean().describe('Whether the user is told when the car is free'),
});
export type WaitingResponse = z.output<typeof waitingResponse>;

export const waitingContract = {
  ask: { params, responses: { 200: waitingResponse } },
  stop: { params, responses: { 200: waitingResponse } },
} satisfies Record<string, CallContract>;
