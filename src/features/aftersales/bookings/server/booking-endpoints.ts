import { adminPaymentCalls } from '#features/payments/office-calls.ts';
import { adminPaymentContract } from '#features/payments/payments/model/admin-payment-contract.ts';
import { AppError } from '#lib/app-error.ts';
import type { MessageKey, Translator } from '#lib/i18n/translator.ts';
import { amountOf, centsOf } from '#lib/money.ts';
import { adminOf, originOf, userOf } from '#lib/server/http/caller.ts';
import { download, type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { bookingCalls } from '../../aftersales-calls.ts';
import { bookingContract } from '../model/booking-contract.ts';
import type { BookingDeps } from './booking-deps.ts';
import { cancelMyBooking, type RefundedPayment, refundByAdmin } from './cancel-booking.ts';
import { confirmBooking } from './confirm-booking.ts';
import { markSold, markSoldByAdmin } from './mark-sold.ts';
import { myBookings, toBookingResponse } from './my-bookings.ts';
import { myReceipt } from './receipts/booking-receipt.ts';

/** The last two calls of a checkout, and the calls of buyers about their bookings. */
export function bookingEndpoints(deps: BookingDeps): Endpoint[] {
  const buyer = { access: 'user' } as const;
  return [
    endpoint(bookingCalls.markSold, bookingContract.markSold, {
      access: 'user-or-admin',
      permission: 'cars:write',
      summary: 'Take the reserved amount and mark the car sold',
      handle: async ({ params, caller, request, t }) => {
        const { user, admin } = caller;
        const byAdmin = admin !== null && user === null;
        const { transactionId, status } = byAdmin
          ? await markSoldByAdmin(deps, admin.id, params.id, originOf(request))
          : await markSold(deps, userOf(caller).id, params.id);
        return {
          flag: '1' as const,
          message: t(byAdmin ? 'manage.saved' : 'payment.carUpdated'),
          listing_id: params.id,
          listing_status: status,
          transaction_id: transactionId,
        };
      },
    }),
    endpoint(bookingCalls.book, bookingContract.book, {
      ...buyer,
      summary: 'Confirm the booking of a paid car',
      handle: async ({ body, caller, t }) => {
        const { id: userId } = userOf(caller);
        if (body.user_id !== userId) throw new AppError('forbidden', 'user_id of another');
        const booking = await confirmBooking(deps, userId, body);
        return { ...toBookingResponse(booking), flag: '1' as const, message: t('booking.confirmed') };
      },
    }),
    endpoint(bookingCalls.mine, bookingContract.mine, {
      ...buyer,
      summary: 'The bookings of the user',
      handle: ({ query, caller, t }) => myBookings(deps, userOf(caller).id, query.page ?? 1, t),
    }),
    endpoint(bookingCalls.cancel, bookingContract.cancel, {
      ...buyer,
      summary: 'Cancel a booking for the refund that was shown',
      handle: async ({ params, body, caller, request, t }) => {
        const shownCents = centsOf(body.refund);
        const refunded = await cancelMyBooking(deps, userOf(caller).id, params.id, shownCents, originOf(request));
        const messageKey = refunded.refundCents > 0 ? 'booking.cancelled.refund' : 'booking.cancelled';
        return toRefundResponse(refunded, refunded.refundFailed ? 'booking.cancelled.refundFailed' : messageKey, t);
      },
    }),
    endpoint(bookingCalls.receipt, bookingContract.receipt, {
      ...buyer,
      summary: 'The receipt of a booking, as PDF',
      limit: { uses: 60, inSeconds: 3_600 },
      handle: async ({ params, query, caller, t, reply }) => {
        const { name, type, content } = await myReceipt(
          deps.documents,
          userOf(caller).id,
          params.id,
          query.revision,
          t,
        );
        return download(reply, name, type, content);
      },
    }),
    endpoint(adminPaymentCalls.refund, adminPaymentContract.refund, {
      summary: 'Refund a payment, with a reason',
      access: 'admin',
      permission: 'payments:write',
      handle: async ({ params, body, caller, request, t }) => {
        const refundRequest = {
          amountCents: body.amount === undefined ? null : centsOf(body.amount),
          keepsCents: centsOf(body.keeps ?? 0),
          reason: body.reason,
        };
        const refunded = await refundByAdmin(deps, adminOf(caller), params.id, refundRequest, originOf(request));
        const done = refunded.refundFailed ? 'refund.failed' : 'refund.done';
        return toRefundResponse(refunded, refunded.proposed ? 'admin.approvals.proposed' : done, t);
      },
    }),
  ];
}

function toRefundResponse({ refundCents, refundFailed }: RefundedPayment, messageKey: MessageKey, t: Translator) {
  return {
    flag: '1' as const,
    message: t(messageKey),
    refund: amountOf(refundCents),
    refund_failed: refundFailed,
  };
}
