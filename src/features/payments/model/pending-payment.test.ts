import { expect, test } from 'vitest';
import { newTransactionId, parsePending } from './pending-payment.ts';

const kept = {
  transactionId: 'TR1772359200000',
  totalCents: 2_028_054,
  bookingCents: 507_014,
  period: null,
  email: 'amina@mail.example',
  sentAt: 1_772_359_200_000,
};

test('a payment is named TR and the milliseconds', () => {
  expect(newTransactionId(1_772_359_200_000)).toBe(kept.transactionId);
});

test('what was kept is read again, and nonsense is nothing', () => {
  expect(parsePending(JSON.stringify(kept))).toEqual(kept);
  const broken = [{ transactionId: 'X1' }, { totalCents: -1 }, { bookingCents: '5' }, { email: 5 }, { sentAt: null }];
  for (const part of broken) expect(parsePending(JSON.stringify({ ...kept, ...part }))).toBeNull();
  for (const text of [null, '', '{', 'null', '[]', '5']) expect(parsePending(text)).toBeNull();
});
