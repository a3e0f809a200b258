import { expect, test } from 'vitest';
import { terms } from '#content/legal/terms.ts';
import { english } from '../../../../tests/support/messages/english.ts';
import { cancellationOf } from './cancellation.ts';

const texts = terms.sections
  .flatMap(({ paragraphs }) => paragraphs)
  .join('\n')
  .toLowerCase();
const HOUR_MS = 3_600_000;
const NOW = new Date('2026-06-10T12:00:00Z');
const booking = {
  status: 'confirmed',
  startsAt: NOW,
  paidCents: 1_000,
  receivedCents: 1_000,
  givenBackCents: 0,
  refundedCents: 0,
  createdAt: NOW,
} as const;
const refundAt = (offer: 'Sell' | 'Rent', hours: number) => {
  const answer = cancellationOf({ ...booking, offer }, new Date(NOW.getTime() + hours * HOUR_MS));
  return 'refused' in answer ? null : answer.refundCents;
};

test('terms and checkout promise the refunds that a cancellation gives', () => {
  const sale = 'cancel within 30 days for a full refund';
  const rental = 'we keep half the booking amount, and all of it from the first day';
  expect(texts).toContain(sale);
  expect(english('checkout.sum.note.Sell').toLowerCase()).toContain(sale);
  expect([refundAt('Sell', 30 * 24 - 1), refundAt('Sell', 30 * 24)]).toEqual([1_000, null]);
  for (const text of [texts, english('checkout.sum.note.Rent.later').toLowerCase()]) {
    expect(text).toContain('until 24 hours before');
    expect(text).toContain(rental);
  }
  expect([refundAt('Rent', -25), refundAt('Rent', -23), refundAt('Rent', 0)]).toEqual([1_000, 500, null]);
});
