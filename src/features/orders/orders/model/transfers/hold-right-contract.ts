import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { idValue } from '#lib/id-value.ts';

const params = z.object({ id: idValue });
export const holdRightResponse = z.object({
  flag: z.literal('1'),
  lapsed: z.int().describe('Holds for transfers that lapsed since the right was last restored'),
  may_hold: z.boolean(),
  is_new: z
    .boolean()
    .describe(
      'No money of the user has arrived, and nobody allowed more holds within a year: two cars at once, and further limits',
    ),
});
export type HoldRightResponse = z.output<typeof holdRightResponse>;

export const holdRightContract = {
  read: { params, responses: { 200: holdRightResponse } },
  restore: {
    params,
    body: z.object({ reason: z.string().trim().min(1).max(500) }),
    responses: { 200: holdRightResponse },
  },
} satisfies Record<string, CallContract>;
