import { z } from 'zod';

const text = z.string();
const time = z.string().describe('ISO 8601, UTC');

export const sessionsResponse = z.object({
  flag: z.literal('1'),
  sessions: z.array(
    z.object({
      id: z.number(),
      device: text,
      address: text,
      createdAt: time,
      lastSeenAt: time,
      current: z.boolean(),
    }),
  ),
});
export type SessionsResponse = z.output<typeof sessionsResponse>;
