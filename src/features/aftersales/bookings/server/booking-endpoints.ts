import { adminPaymentCalls } from '#features/payments/office-calls.ts';
import { adminPaymentContract } from '#features/payments/payments/model/admin-payment-contract.ts';
import { AppError } from '#lib/app-error.ts';
import type { MessageKey, Translator } from '#lib/i18n/translator.ts';
import { amountOf, centsOf } from '#lib/money.ts';
import { adminOf, originOf, userOf } from '#lib/server/http/caller.ts';
import { download, type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { bookingCalls } from '../../aftersales-calls.ts';
import { adminBookingCalls } from '../../office-calls.ts';
import {
  bookingDestination,
  hideBooking,
  listBookings,
  restoreBooking,
  showBooking,
} from '../admin/server/admin-bookings.ts';
import { adminBookingContract, bookingContract, type ChangeBookingBody } from '../model/booking-contract.ts';
import type { BookingDeps } from './booking-deps.ts';
import { cancelMyBooking, type RefundedPayment, refundByAdmin } from './cancel-booking.ts';
import { changeBooking, confirmBooking, markSold, markSoldByAdmin } from './change-booking.ts';
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

export function adminBookingEndpoints(deps: BookingDeps): Endpoint[] {
  const office = { access: 'admin' } as const;
  return [
    endpoint(adminBookingCalls.list, adminBookingContract.list, {
      ...office,
      permission: 'bookings:read',
      summary: 'Bookings: a page, or without a query an array of the newest 10,000',
      handle: async ({ query }) => {
        const bookings = await listBookings(deps, query);
        return Array.isArray(bookings)
          ? bookings.map(toBookingResponse)
          : { ...bookings, items: bookings.items.map((row) => ({ ...toBookingResponse(row), sale: row.sale })) };
      },
    }),
    endpoint(adminBookingCalls.one, adminBookingContract.one, {
      summary: 'A booking, for its buyer and for administrators',
      access: 'user-or-admin',
      permission: 'bookings:read',
      handle: async ({ params, caller }) => toBookingResponse(await showBooking(deps, caller, params.id)),
    }),
    endpoint(bookingCalls.destination, bookingContract.destination, {
      summary: 'Whether the car of a booking may be imported and what it costs landed, as of the payment',
      access: 'user-or-admin',
      permission: 'bookings:read',
      handle: async ({ params, caller, t }) => {
        const booking = await showBooking(deps, caller, params.id);
        return { destination: await bookingDestination(deps.payments.pool, booking, t) };
      },
    }),
    endpoint(adminBookingCalls.change, adminBookingContract.change, {
      ...office,
      permission: 'bookings:write',
      summary: 'Confirm, complete, cancel or refund a booking, or move a rental to other days',
      handle: async ({ params, body, caller, request, t }) => {
        const admin = adminOf(caller).id;
        const { booking, refundFailed } = await changeBooking(
          deps,
          admin,
          params.id,
          requestOf(body),
          originOf(request),
        );
        const message = [t('manage.saved'), ...(refundFailed ? [t('refund.failed')] : [])].join(' ');
        return { ...toBookingResponse(booking), flag: '1' as const, message, refund_failed: refundFailed };
      },
    }),
    endpoint(adminBookingCalls.remove, adminBookingContract.remove, {
      ...office,
      permission: 'bookings:write',
      summary: 'Hide a finished booking from the list; it can be restored',
      handle: async ({ params, caller, request, t }) => {
        await hideBooking(deps, adminOf(caller).id, params.id, originOf(request));
        return { flag: '1' as const, message: t('manage.deleted') };
      },
    }),
    endpoint(adminBookingCalls.restore, adminBookingContract.restore, {
      ...office,
      permission: 'bookings:write',
      summary: 'Restore a hidden booking',
      handle: async ({ params, caller, request, t }) => {
        await restoreBooking(deps, adminOf(caller).id, params.id, originOf(request));
        return { flag: '1' as const, message: t('admin.bookings.restored') };
      },
    }),
  ];
}

function requestOf(body: ChangeBookingBody) {
  return {
    listingId: body.listing_id,
    carId: body.car_id,
    userId: body.user_id,
    transactionId: body.transaction_id,
    startsAt: body.booking_start_date,
    endsAt: body.booking_end_date,
    totalCents: body.total_price,
    paidCents: body.paid_price,
    status: body.booking_status,
    paymentStatus: body.payment_status,
    version: body.version,
    reason: body.reason,
  };
}
