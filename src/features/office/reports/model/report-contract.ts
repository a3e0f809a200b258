import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { fileResponse } from '#lib/file-response.ts';
import { REPORT_SCOPES, REPORT_TYPES } from './report.ts';

/**
 * Accepts both formats of the specification: `reportScope` and `reportType`, or the scope in `reportType` and the kind of
 * report in `type`, or the scope alone in `type`. The scope may be left out.
 */
export const reportQuery = z.object({
  reportScope: z.enum(REPORT_SCOPES).optional(),
  reportType: z.enum([...REPORT_TYPES, ...REPORT_SCOPES]).optional(),
  type: z.enum([...REPORT_TYPES, ...REPORT_SCOPES]).optional(),
  year: z
    .string()
    .regex(/^\d{4}$/, 'must be a year')
    .transform(Number),
  month: z
    .string()
    .regex(/^(0?[1-9]|1[0-2])$/, 'must be a month from 1 to 12')
    .transform(Number)
    .optional(),
});
export type ReportQuery = z.output<typeof reportQuery>;

export const reportYearsResponse = z.object({ years: z.array(z.int()), month: z.int() });
export type ReportYearsResponse = z.output<typeof reportYearsResponse>;

export const reportContract = {
  pdf: { query: reportQuery, responses: { 200: fileResponse } },
  csv: { query: reportQuery, responses: { 200: fileResponse } },
  periods: { responses: { 200: reportYearsResponse } },
} satisfies Record<string, CallContract>;
