import type { MessageKey } from '#lib/i18n/translator.ts';
import { shareOfCents } from '#lib/money.ts';
import { type Booking, leftCents } from './booking.ts';

const DAY_MS = 86_400_000;
/** The money-back guarantee shown on the car page. */
const PURCHASE_CANCELLABLE_DAYS = 30;
/** Canceling a rental is free until 24 hours before it begins. */
const FREE_UNTIL_MS = DAY_MS;
const LATE_REFUND_SHARE = 0.5;

export type Cancellation = { refundCents: number; until: Date } | { refused: MessageKey };

/**
 * Computes the refund of a buyer who cancels now. A purchase: everything, for 30 days. A rental: everything until 24
 * hours before it begins, all but half of the deposit until it begins, nothing afterwards. Never more than is left. Administrators may refund
 * other amounts.
 */
export function cancellationOf(
  booking: Pick<
    Booking,
    'offer' | 'status' | 'startsAt' | 'paidCents' | 'receivedCents' | 'givenBackCents' | 'refundedCents' | 'createdAt'
  >,
  now: Date,
): Cancellation {
  const { offer, status, startsAt, paidCents, receivedCents, createdAt } = booking;
  const left = leftCents(booking);
  if (status === 'completed' || status === 'cancelled') return { refused: 'booking.cancel.over' };
  if (offer === 'Sell') {
    const until = new Date(createdAt.getTime() + PURCHASE_CANCELLABLE_DAYS * DAY_MS);
    return now < until ? { refundCents: left, until } : { refused: 'booking.cancel.late' };
  }
  if (now >= startsAt) return { refused: 'booking.cancel.started' };
  const freeUntil = new Date(startsAt.getTime() - FREE_UNTIL_MS);
  if (now < freeUntil) return { refundCents: left, until: freeUntil };
  const keptCents = paidCents - shareOfCents(paidCents, LATE_REFUND_SHARE);
  return { refundCents: Math.min(receivedCents - keptCents, left), until: startsAt };
}
