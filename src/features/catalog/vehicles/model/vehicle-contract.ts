import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';

export const vehiclesQuery = z.object({ make: z.string().max(60).optional() });

export const vehiclesResponse = z.object({
  makes: z.array(z.string()),
  models: z.array(z.string()).describe('Models of the given make, by any of its names'),
});
export type VehiclesResponse = z.output<typeof vehiclesResponse>;

export const evSpecsQuery = z.object({
  make: z.string().max(60),
  model: z.string().max(80),
  year: z
    .string()
    .regex(/^\d{4}$/, 'must be a year')
    .transform(Number),
});

const number = z.number().nullable();
export const evSpecsResponse = z.object({
  date: z.string().describe('When the catalog was compiled, as YYYY-MM-DD'),
  versions: z
    .array(
      z.object({
        drive: z.enum(['front', 'rear', 'all']).nullable(),
        powerKw: number,
        curbWeightKg: number,
        lengthMm: number,
        widthMm: number,
        heightMm: number,
        batteryKwh: number.describe('Usable capacity'),
        batteryChemistry: z.enum(['lfp', 'nmc']).nullable(),
        rangeKm: number,
        rangeCycle: z.enum(['cltc', 'wltp']).nullable(),
        chargePort: z.enum(['gbt']).nullable(),
      }),
    )
    .describe('Versions of the model; none if the catalog does not know it'),
});
export type EvSpecsResponse = z.output<typeof evSpecsResponse>;

export const vehicleContract = {
  list: { query: vehiclesQuery, responses: { 200: vehiclesResponse } },
  evSpecs: { query: evSpecsQuery, responses: { 200: evSpecsResponse } },
} satisfies Record<string, CallContract>;
