import { expect, test } from 'vitest';
import { splitAmong } from './split-line.ts';

const first = { orderId: 1, nextCents: 3_000, openCents: 10_000 };
const second = { orderId: 2, nextCents: 5_000, openCents: 20_000 };

test('a transfer that is the sum of what its orders owe next, or of all that they owe, is split among them', () => {
  expect([...splitAmong(8_000, [first, second])]).toEqual([
    [1, 3_000],
    [2, 5_000],
  ]);
  expect([...splitAmong(30_000, [first, second])]).toEqual([
    [1, 10_000],
    [2, 20_000],
  ]);
});

test('any other amount, a single order and an order that owes nothing are not split', () => {
  expect(splitAmong(8_001, [first, second]).size).toBe(0);
  expect(splitAmong(3_000, [first]).size).toBe(0);
  expect(splitAmong(3_000, [first, { orderId: 3, nextCents: 0, openCents: 0 }]).size).toBe(0);
});
