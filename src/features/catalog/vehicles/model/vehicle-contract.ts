import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';

const vehiclesQuery = z.object({ make: z.string().max(60).optional() });

const vehiclesResponse = z.object({
  makes: z.array(z.string()),
  models: z.array(z.string()).describe('Models of the given make, by any of its names'),
});
export type VehiclesResponse = z.output<typeof vehiclesResponse>;

const evSpecsQuery = z.object({
  make: z.string().max(60),
  model: z.string().max(80),
  year: z
    .string()
    .regex(/^\d{4}$/, 'must be a year')
    .transform(Number),
});

const number = z.number().nullable();
const evSpecsResponse = z.object({
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

const MAX_INPUT_LENGTH = 80;
const isText = (text: string) => !text.includes('\0') && text.isWellFormed();

const vinParams = z.object({ vin: z.string().max(MAX_INPUT_LENGTH).describe('As typed.') });

const vinQuery = z.object({
  make: z.string().max(60).refine(isText, 'is not text').optional().describe('As the seller typed it.'),
  year: z
    .string()
    .max(20)
    .transform((typed) => (/^\d{4}$/.test(typed) ? Number(typed) : null))
    .optional()
    .describe('As the seller typed it. An incomplete year is not compared.'),
});

export const vinResponse = z.object({
  flag: z.literal('1'),
  vin: z.string().describe('Normalized VIN, or the input if it is invalid.'),
  valid: z.boolean(),
  problem: z.string().nullable().describe('Why the VIN is invalid.'),
  suggestion: z.string().nullable().describe('A possible correction.'),
  checkDigit: z.enum(['fits', 'differs', 'not-required']),
  warning: z.string().nullable().describe('Warning about a wrong check digit. The VIN is still accepted.'),
  maker: z.string().nullable(),
  make: z.string().nullable().describe('Suggested make; null if several are equally likely.'),
  makes: z.array(z.string()).describe('Possible makes of the catalog.'),
  country: z.string().nullable(),
  years: z.array(z.int()).describe('Possible model years.'),
  conflicts: z.array(z.string()).describe('Conflicts with the typed make or year. The VIN is still accepted.'),
});

export type VinResponse = z.output<typeof vinResponse>;

export const vinContract = {
  read: { params: vinParams, query: vinQuery, responses: { 200: vinResponse } },
} satisfies Record<string, CallContract>;
