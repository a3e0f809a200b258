import { expect, test } from 'vitest';
import { refundableAmount } from './booking.ts';
import type { BookingResponse } from './booking-contract.ts';
import { bodyOfForm, bookingProblems, choicesOf, editProblems, formOfBooking } from './booking-form.ts';

const booking = {
  RentSell: 'Rent',
  listing_id: 7,
  car_id: 7,
  user_id: 3,
  transaction_id: 'TR5',
  booking_start_date: '2026-03-10T00:00:00.000Z',
  booking_end_date: '2026-03-12T00:00:00.000Z',
  total_price: 462,
  paid_price: 115.5,
  booking_status: 'confirmed',
  payment_status: 'paid',
} as BookingResponse;

test('converts a booking to form values and back to a request body', () => {
  const form = { ...formOfBooking(booking), version: '4', reason: '' };
  expect(form).toMatchObject({ booking_end_date: '2026-03-11', paid_price: '115.50' });
  const { RentSell: _offer, ...sent } = booking;
  expect(bodyOfForm(form)).toEqual({
    ...sent,
    booking_start_date: '2026-03-10',
    booking_end_date: '2026-03-12',
    version: 4,
  });
  expect(bodyOfForm({ ...form, reason: 'Damaged.' }).reason).toBe('Damaged.');
  expect(bodyOfForm({ ...form, RentSell: 'Sell' }).booking_end_date).toBe('2026-03-11');
});

test('requires every field', () => {
  const form = formOfBooking(booking);
  expect(bookingProblems(form)).toBeNull();
  expect(bookingProblems({ ...form, booking_start_date: '', user_id: ' ' })).toEqual({
    booking_start_date: 'admin.bookings.field.needed',
    user_id: 'admin.bookings.field.needed',
  });
});

test('subtracts refunds at the provider and by us from the refundable amount', () => {
  const left = (given_back: number, refunded_price: number) =>
    refundableAmount({ received_price: 100.1, given_back, refunded_price });
  expect([left(0, 0), left(40.05, 0), left(40.05, 20.02), left(40.05, 70)]).toEqual([100.1, 60.05, 40.03, 0]);
});

test('offers only statuses that can follow the current one', () => {
  expect(choicesOf(booking)).toEqual({
    statuses: ['confirmed', 'completed', 'cancelled'],
    payments: ['paid', 'refunded'],
  });
  const over = { ...booking, booking_status: 'cancelled', payment_status: 'refunded' } as BookingResponse;
  expect(choicesOf(over)).toEqual({ statuses: ['cancelled'], payments: ['refunded'] });
});

test('requires the confirmation checkbox for edits that refund', () => {
  const typed = formOfBooking(booking);
  expect(editProblems(typed, booking)).toBeNull();
  expect(editProblems({ ...typed, booking_status: 'completed' }, booking)).toBeNull();
  for (const change of [{ booking_status: 'cancelled' }, { payment_status: 'refunded' }]) {
    expect(editProblems({ ...typed, ...change }, booking)).toEqual({ understood: 'admin.bookings.edit.tick' });
    expect(editProblems({ ...typed, ...change, understood: 'on' }, booking)).toBeNull();
  }
  const over = { ...booking, booking_status: 'cancelled', payment_status: 'refunded' } as BookingResponse;
  expect(editProblems(formOfBooking(over), over)).toBeNull();
  expect(editProblems({ ...typed, user_id: ' ' }, booking)).toEqual({ user_id: 'admin.bookings.field.needed' });
});
