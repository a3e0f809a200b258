import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';

export const vehiclesQuery = z.object({ make: z.string().max(60).optional() });

export const vehiclesResponse = z.object({
  makes: z.array(z.string()),
  models: z.array(z.string()).describe('Models of the given make, by any of its names'),
});
export type VehiclesResponse = z.output<typeof vehiclesResponse>;

export const vehicleContract = {
  list: { query: vehiclesQuery, responses: { 200: vehiclesResponse } },
} satisfies Record<string, CallContract>;
