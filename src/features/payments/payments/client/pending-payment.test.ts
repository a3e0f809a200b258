import { expect, test } from 'vitest';
import { newTransactionId, parsePending } from './pending-payment.ts';

const pending = {
  transactionId: 'TR1772359200000',
  totalCents: 2_028_054,
  bookingCents: 507_014,
  period: null,
  email: 'amina@mail.example',
  sentAt: 1_772_359_200_000,
};

test('makes transaction ids of TR and the timestamp in milliseconds', () => {
  expect(newTransactionId(1_772_359_200_000)).toBe(pending.transactionId);
});

test('parses a stored payment and returns null for invalid or missing values', () => {
  expect(parsePending(JSON.stringify(pending))).toEqual(pending);
  const broken = [{ transactionId: 'X1' }, { totalCents: -1 }, { bookingCents: '5' }, { email: 5 }, { sentAt: null }];
  for (const part of broken) expect(parsePending(JSON.stringify({ ...pending, ...part }))).toBeNull();
  for (const text of [null, '', '{', 'null', '[]', '5']) expect(parsePending(text)).toBeNull();
});
