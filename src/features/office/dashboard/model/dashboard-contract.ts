import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';

/** Null means that there is no data yet. */
const dashboardResponse = z.object({
  revenue: z
    .array(z.object({ month: z.string().describe('YYYY-MM, UTC'), amount: z.number() }))
    .nullable()
    .describe('US dollars received less refunds, from the ledger'),
  activity: z
    .array(
      z.object({
        week: z.string().describe('Its Monday, UTC'),
        listings: z.int(),
        bookings: z.int(),
        signups: z.int(),
      }),
    )
    .nullable(),
});
export type DashboardResponse = z.output<typeof dashboardResponse>;

export const dashboardContract = {
  read: { responses: { 200: dashboardResponse } },
} satisfies Record<string, CallContract>;
