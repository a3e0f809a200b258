import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';

const MAX_INPUT_LENGTH = 80;
const isText = (text: string) => !text.includes('\0') && text.isWellFormed();

export const vinParams = z.object({ vin: z.string().max(MAX_INPUT_LENGTH).describe('As typed.') });

export const vinQuery = z.object({
  make: z.string().max(60).refine(isText, 'is not text').optional().describe('As the seller typed it.'),
  year: z
    .string()
    .max(20)
    .transform((typed) => (/^\d{4}$/.test(typed) ? Number(typed) : null))
    .optional()
    .describe('As the seller typed it; what is no year yet is not compared.'),
});

export const vinResponse = z.object({
  flag: z.literal('1'),
  vin: z.string().describe('As it was read; as it was typed when it is none.'),
  valid: z.boolean(),
  problem: z.string().nullable().describe('Why it is no VIN.'),
  suggestion: z.string().nullable().describe('A VIN that may have been meant.'),
  checkDigit: z.enum(['fits', 'differs', 'not-required']),
  warning: z.string().nullable().describe('A sentence about a check digit that differs. It refuses nothing.'),
  maker: z.string().nullable(),
  make: z.string().nullable().describe('The make to offer; null where the maker has several that are as likely.'),
  makes: z.array(z.string()).describe('Every make of the catalogue that the maker may mean.'),
  country: z.string().nullable(),
  years: z.array(z.int()).describe('Model years that it can stand for.'),
  conflicts: z
    .array(z.string())
    .describe('Sentences about a typed make or year that the VIN contradicts. They refuse nothing.'),
});

export type VinResponse = z.output<typeof vinResponse>;

export const vinContract = {
  read: { params: vinParams, query: vinQuery, responses: { 200: vinResponse } },
} satisfies Record<string, CallContract>;
