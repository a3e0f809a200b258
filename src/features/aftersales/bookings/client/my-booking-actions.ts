/** Form actions of 'My bookings'. */
import { isApiFailure } from '#lib/api-client/api-client.ts';
import type { FormAction } from '#lib/pages/form-action.ts';
import { bookingCalls } from '../../aftersales-calls.ts';

/** Cancels with the refund that was shown. If it has changed since, the page reloads. */
const cancelBooking: FormAction = async ({ api, url, values: { booking = '', refund = '' } }) => {
  try {
    const call = { params: { id: booking }, body: { refund: Number(refund) } };
    const { message, refund_failed } = await api.call(bookingCalls.cancel, call);
    return { done: true, message, showAsFailure: refund_failed };
  } catch (error) {
    if (!isApiFailure(error) || (error.status !== 409 && error.status !== 404)) throw error;
    return { done: false, message: error.message, to: url.pathname + url.search };
  }
};

export const myBookingActions: Record<string, FormAction> = { 'booking cancel': cancelBooking };
