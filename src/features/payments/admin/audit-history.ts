import { auditCalls } from '#features/audit/model/audit-calls.ts';
import type { AuditEntryResponse } from '#features/audit/model/audit-contract.ts';
import type { ApiClient } from '#lib/api-client/api-client.ts';
import { adminPaymentCalls } from '../model/admin-payment-calls.ts';
import type { PaymentEvent } from '../model/payment-contract.ts';

/** What happened to a payment and its booking: to the money, and by whose hand in the back office. */
export type OrderHistory = { events: PaymentEvent[]; deeds: AuditEntryResponse[] };

export async function fetchHistory(api: ApiClient, paymentId: number, bookingId: number | null): Promise<OrderHistory> {
  const deedsOn = (subject: string, subjectId: number | null) =>
    subjectId === null ? null : api.call(auditCalls.find, { query: { subject, subjectId, limit: 50 } });
  const [{ events }, onPayment, onBooking] = await Promise.all([
    api.call(adminPaymentCalls.events, { params: { id: paymentId } }),
    deedsOn('payment', paymentId),
    deedsOn('booking', bookingId),
  ]);
  return { events, deeds: [...(onPayment?.items ?? []), ...(onBooking?.items ?? [])] };
}
