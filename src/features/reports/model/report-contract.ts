import { z } from 'zod';
import { REPORT_SCOPES, REPORT_TYPES } from './report.ts';

/**
 * Both readings of the specs: `reportScope` and `reportType`; or the scope in `reportType`, and the kind of report in `type`.
 */
export const reportQuery = z.object({
  reportScope: z.enum(REPORT_SCOPES).optional(),
  reportType: z.enum([...REPORT_TYPES, ...REPORT_SCOPES]),
  type: z.enum(REPORT_TYPES).optional(),
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

export const reportYearsAnswer = z.object({ years: z.array(z.int()), month: z.int() });
export type ReportYearsAnswer = z.output<typeof reportYearsAnswer>;

/** Of a table that is sent whole. */
export const noFilter = z.object({});

/** A file that travels as it is, not as JSON. */
export const fileAnswer = z.unknown();
