import type { AuditEntryResponse } from '#features/people/audit/model/audit-contract.ts';
import { auditCalls } from '#features/people/office-calls.ts';
import type { ApiClient } from '#lib/api-client/api-client.ts';
import { adminPaymentCalls } from '../../office-calls.ts';
import type { PaymentEvent } from '../model/payment-contract.ts';

/** Events of a payment, and the audit entries of it and its booking. */
export type OrderHistory = { events: PaymentEvent[]; auditEntries: AuditEntryResponse[] };

export async function fetchHistory(api: ApiClient, paymentId: number, bookingId: number | null): Promise<OrderHistory> {
  const auditEntriesOf = (subject: string, subjectId: number | null) =>
    subjectId === null ? null : api.call(auditCalls.find, { query: { subject, subjectId, limit: 50 } });
  const [{ events }, onPayment, onBooking] = await Promise.all([
    api.call(adminPaymentCalls.events, { params: { id: paymentId } }),
    auditEntriesOf('payment', paymentId),
    auditEntriesOf('booking', bookingId),
  ]);
  return { events, auditEntries: [...(onPayment?.items ?? []), ...(onBooking?.items ?? [])] };
}
