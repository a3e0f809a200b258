/** Loader and form actions of the booking management screen. */

import { adminOrderCalls } from '#features/orders/office-calls.ts';
import type { ActAnswer } from '#features/payments/order-acts/model/order-acts-contract.ts';
import {
  fetchHistory,
  type OrderHistory,
  reasonOf,
  refundAction,
} from '#features/payments/payments/admin/payment-actions.ts';
import { type ApiClient, asPage, isApiFailure } from '#lib/api-client/api-client.ts';
import type { Paged } from '#lib/contract-parts.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { ActionOutcome, FormAction } from '#lib/pages/form-action.ts';
import type { Load } from '#lib/pages/page-handlers.ts';
import { isRowId } from '#lib/pages/row-id.ts';
import { queryFrom } from '#ui/admin/list-page.tsx';
import { bookingCalls } from '../../aftersales-calls.ts';
import { adminBookingCalls } from '../../office-calls.ts';
import { BOOKING_QUERY } from '../model/booking.ts';
import type { BookingDestination, BookingResponse, ListedBooking } from '../model/booking-contract.ts';
import { bodyOfForm, isRefunding } from '../model/booking-form.ts';

/** The booking selected by `?view` or `?edit`; `problem` says why it cannot be shown. */
export type SelectedBooking = {
  kind: 'view' | 'edit';
  booking: BookingResponse | null;
  destination: BookingDestination | null;
  history: OrderHistory | null;
  /** What may happen to its order. */
  acts: ActAnswer[];
  problem: string | null;
};
type BookingsData = {
  /** Null if the list could not be loaded; `failed` says why. */
  bookings: Paged<ListedBooking> | null;
  failed: string | null;
  selected: SelectedBooking | null;
};

export const loadBookings: Load<BookingsData> = async ({ api, t, url: { searchParams } }) => {
  const [list, selected] = await Promise.all([readList(api, t, searchParams), readSelected(api, t, searchParams)]);
  return { ...list, selected };
};

async function readList(api: ApiClient, t: Translator, search: URLSearchParams) {
  try {
    const query = { page: '1', ...queryFrom(search, BOOKING_QUERY) };
    return { bookings: asPage(await api.call(adminBookingCalls.list, { query })), failed: null };
  } catch (error) {
    return { bookings: null, failed: t('admin.bookings.fetchFailed', { reason: reasonOf(error, t) }) };
  }
}

async function readSelected(api: ApiClient, t: Translator, search: URLSearchParams): Promise<SelectedBooking | null> {
  const kind = search.has('edit') ? 'edit' : search.has('view') ? 'view' : null;
  if (kind === null) return null;
  const id = search.get(kind) ?? '';
  const nothing = { kind, booking: null, destination: null, history: null, acts: [] as ActAnswer[] } as const;
  if (!isRowId(id)) return { ...nothing, problem: t(`manage.invalid.${kind}`) };
  try {
    const booking = await api.call(adminBookingCalls.one, { params: { id } });
    if (kind === 'edit') return { ...nothing, booking, problem: null };
    const [history, { destination }, { acts }] = await Promise.all([
      fetchHistory(api, booking.payment_id, booking.booking_id),
      api.call(bookingCalls.destination, { params: { id } }),
      api.call(adminOrderCalls.one, { params: { id: booking.order_id } }),
    ]);
    return { kind, booking, destination, history, acts, problem: null };
  } catch (error) {
    return { ...nothing, problem: t(`admin.bookings.${kind}FetchFailed`, { reason: reasonOf(error, t) }) };
  }
}

/** Returns an API failure as a failed outcome, of `work` as the specification's wording with its reason. */
async function orFailed(
  failure: 'admin.bookings.saveFailed' | 'admin.bookings.deleteFailed',
  t: Translator,
  work: () => Promise<ActionOutcome>,
): Promise<ActionOutcome> {
  try {
    return await work();
  } catch (error) {
    const message = t(failure, { reason: reasonOf(error, t) });
    return { done: false, message, ...(isApiFailure(error) && { fields: error.fields }) };
  }
}

const paramsOf = ({ id = '' }: Record<string, string>) => ({ id });

/** Checks the confirmation here too, because a form sent before its scripts loaded has not asked for it. */
const saveBooking: FormAction = ({ api, t, values }) =>
  orFailed('admin.bookings.saveFailed', t, async () => {
    if (
      values.understood !== 'on' &&
      isRefunding(values, await api.call(adminBookingCalls.one, { params: paramsOf(values) }))
    ) {
      const tick = t('admin.bookings.edit.tick');
      return {
        done: false,
        message: t('admin.bookings.saveFailed', { reason: tick }),
        fields: { understood: tick },
      };
    }
    const { message, refund_failed } = await api.call(adminBookingCalls.change, {
      params: paramsOf(values),
      body: bodyOfForm(values),
    });
    return { done: true, message, showAsFailure: refund_failed };
  });

const deleteBooking: FormAction = ({ api, t, values }) =>
  orFailed('admin.bookings.deleteFailed', t, async () => {
    if (!isRowId(values.id ?? '')) return { done: false, message: t('manage.invalid.delete') };
    const { message } = await api.call(adminBookingCalls.remove, { params: paramsOf(values) });
    const undo = async (): Promise<ActionOutcome> => {
      const restored = await api.call(adminBookingCalls.restore, { params: paramsOf(values) });
      return { done: true, message: restored.message };
    };
    return { done: true, message, undo };
  });

export const bookingActions: Record<string, FormAction> = {
  'booking edit': saveBooking,
  'booking delete': deleteBooking,
  refund: refundAction,
};

type OrderBooking = { booking: BookingResponse; destination: BookingDestination | null };

/** Fetches the booking of an order's first car, which cancels the order, and where the car goes. Null if there is none or it is hidden. */
export async function fetchOrderBooking(
  api: ApiClient,
  { cars }: { cars: { booking_id: number | null }[] },
): Promise<OrderBooking | null> {
  const id = cars[0]?.booking_id ?? null;
  if (id === null) return null;
  try {
    const [booking, { destination }] = await Promise.all([
      api.call(adminBookingCalls.one, { params: { id } }),
      api.call(bookingCalls.destination, { params: { id } }),
    ]);
    return { booking, destination };
  } catch (error) {
    if (isApiFailure(error) && error.status === 404) return null;
    throw error;
  }
}
