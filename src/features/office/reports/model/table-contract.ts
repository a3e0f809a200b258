import { z } from 'zod';
import { bookingFilter } from '#features/aftersales/bookings/model/admin-booking-contract.ts';
import { reviewFilter } from '#features/aftersales/car-reviews/model/admin-review-contract.ts';
import { adminListingFilter } from '#features/catalog/moderation/model/admin-listing-contract.ts';
import { paymentFilter } from '#features/payments/payments/model/admin-payment-contract.ts';
import { userFilter } from '#features/people/accounts/model/admin-account-contract.ts';
import { auditQuery } from '#features/people/audit/model/audit-contract.ts';
import { messagesQuery } from '#features/site/contact/model/message-contract.ts';
import { subscribersQuery } from '#features/site/newsletter/model/subscriber-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { fileResponse } from '#lib/file-response.ts';

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
