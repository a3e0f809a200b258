import { z } from 'zod';
import { bookingFilter } from '#features/aftersales/bookings/model/booking-contract.ts';
import { reviewFilter } from '#features/aftersales/car-reviews/model/review-contract.ts';
import { adminListingFilter } from '#features/catalog/moderation/model/admin-listing-contract.ts';
import { paymentFilter } from '#features/payments/payments/model/admin-payment-contract.ts';
import { userFilter } from '#features/people/accounts/model/admin-account-contract.ts';
import { auditQuery } from '#features/people/audit/model/audit-contract.ts';
import { messagesQuery } from '#features/site/contact/model/contact-contract.ts';
import { subscribersQuery } from '#features/site/newsletter/model/newsletter-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { fileResponse } from '#lib/contract-parts.ts';
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

const reportYearsResponse = z.object({ years: z.array(z.int()), month: z.int() });
export type ReportYearsResponse = z.output<typeof reportYearsResponse>;

export const reportContract = {
  pdf: { query: reportQuery, responses: { 200: fileResponse } },
  csv: { query: reportQuery, responses: { 200: fileResponse } },
  periods: { responses: { 200: reportYearsResponse } },
} satisfies Record<string, CallContract>;

const tableOf = <Query extends z.ZodType>(query: Query) => ({ query, responses: { 200: fileResponse } });

export const tableContract = {
  listings: tableOf(adminListingFilter),
  moderation: tableOf(z.object({})),
  users: tableOf(userFilter),
  bookings: tableOf(bookingFilter),
  payments: tableOf(paymentFilter),
  reviews: tableOf(reviewFilter),
  messages: tableOf(messagesQuery.omit({ after: true })),
  subscribers: tableOf(subscribersQuery.omit({ after: true })),
  audit: tableOf(auditQuery.omit({ after: true, limit: true })),
} satisfies Record<string, CallContract>;
