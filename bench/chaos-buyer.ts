import { bookingAmount, CARD, newTransaction, totalOf } from '../tests/support/payments/paying.ts';

export const PRICE = 10_000;

export type Buyer = { id: number; cookie: string; ip: string };
export type Checkout = { buyer: Buyer; car: number; transaction: string };
export type ApiResult = { status: number; body: Record<string, unknown> };

/** Makes a call like a buyer's browser. Status 0 means that the server is down. */
export async function call(
  origin: string,
  buyer: Buyer,
  method: string,
  path: string,
  body?: object,
): Promise<ApiResult> {
  try {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        cookie: buyer.cookie,
        'x-forwarded-for': buyer.ip,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  } catch {
    return { status: 0, body: {} };
  }
}

export const newCheckout = (buyer: Buyer, car: number): Checkout => ({ buyer, car, transaction: newTransaction() });

export function pay(origin: string, { buyer, car, transaction }: Checkout): Promise<ApiResult> {
  return call(origin, buyer, 'POST', '/api/payments', {
    user_id: buyer.id,
    transaction_id: transaction,
    amount: bookingAmount(PRICE),
    payment_method: 'credit_card',
    formData: CARD,
    listing_id: car,
  });
}

/** Makes the second and third call of a checkout: mark the car as sold, and book it. */
export async function completeCheckout(origin: string, { buyer, car, transaction }: Checkout): Promise<void> {
  await call(origin, buyer, 'PUT', `/api/api/listings/listings/${car}`, { listing_status: 'sold' });
  await call(origin, buyer, 'POST', '/api/booking', {
    listing_id: car,
    user_id: buyer.id,
    transaction_id: transaction,
    total_price: totalOf(PRICE),
    paid_price: bookingAmount(PRICE),
  });
}

/** Returns the progress and the bookings of a checkout. The progress of a payment that never arrived is `none`. */
export async function outcomeOf(origin: string, { buyer, car, transaction }: Checkout) {
  const payment = await call(origin, buyer, 'GET', `/api/my-payments/${transaction}`);
  const mine = await call(origin, buyer, 'GET', '/api/my-bookings');
  const listing = await call(origin, buyer, 'GET', `/api/listings/${car}`);
  const bookings = (mine.body.items ?? []) as { transaction_id: string; booking_status: string }[];
  return {
    progress: payment.status === 404 ? 'none' : String(payment.body.progress),
    bookings: bookings.filter(({ transaction_id }) => transaction_id === transaction).length,
    confirmed: bookings.some(
      ({ transaction_id, booking_status }) => transaction_id === transaction && booking_status === 'confirmed',
    ),
    sold: listing.body.listing_status === 'sold',
  };
}
