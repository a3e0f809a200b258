import { adminOf, originOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { bookingCalls } from '../../../aftersales-calls.ts';
import { adminBookingCalls } from '../../../office-calls.ts';
import { adminBookingContract, type ChangeBookingBody } from '../../model/admin-booking-contract.ts';
import { bookingContract } from '../../model/booking-contract.ts';
import type { BookingDeps } from '../../server/booking-deps.ts';
import { bookingDestination } from '../../server/booking-destination.ts';
import { changeBooking } from '../../server/change-booking.ts';
import { toBookingResponse } from '../../server/my-bookings.ts';
import { hideBooking, listBookings, restoreBooking, showBooking } from './admin-bookings.ts';

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
