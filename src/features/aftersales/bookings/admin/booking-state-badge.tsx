import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import type { BookingResponse } from '../model/booking-contract.ts';

export function BookingState({ booking }: { booking: Pick<BookingResponse, 'booking_status' | 'payment_status'> }) {
  const t = useTranslator();
  const { booking_status: status, payment_status: payment } = booking;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <StatusTag status={status}>{t(`admin.bookings.status.${status}`)}</StatusTag>
      <span className="text-ink-soft text-sm">{t(`admin.bookings.payment.${payment}`)}</span>
    </span>
  );
}
