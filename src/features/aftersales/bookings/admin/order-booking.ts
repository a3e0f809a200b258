import type { ApiClient } from '#lib/api-client/api-client.ts';
import { isApiFailure } from '#lib/api-client/api-client.ts';
import { bookingCalls } from '../../aftersales-calls.ts';
import { adminBookingCalls } from '../../office-calls.ts';
import type { BookingDestination, BookingResponse } from '../model/booking-contract.ts';

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
