import { expect, test } from 'vitest';
import { ReadBudget } from './read-budget.ts';

const refusal = (work: () => void) => {
  try {
    work();
    return null;
  } catch (error) {
    return error;
  }
};

test('refuses reads above the budget with the time until there is enough, and refills evenly', () => {
  let now = 0;
  const budget = new ReadBudget(60, () => now);
  for (let reads = 0; reads < 30; reads++) budget.spend('192.0.2.1', 2);
  expect(refusal(() => budget.spend('192.0.2.1', 2))).toMatchObject({ code: 'too_many', options: { retryAfter: 2 } });
  expect(refusal(() => budget.spend('192.0.2.2', 2))).toBeNull();
  now += 2_000;
  expect(refusal(() => budget.spend('192.0.2.1', 2))).toBeNull();
  expect(refusal(() => budget.spend('192.0.2.1', 1))).not.toBeNull();
  now += 3_600_000;
  for (let reads = 0; reads < 60; reads++) budget.spend('192.0.2.1', 1);
  expect(refusal(() => budget.spend('192.0.2.1', 1))).not.toBeNull();
});

test('limits an IPv6 client that changes its /64 network', () => {
  const budget = new ReadBudget(10, () => 0);
  const spent = Array.from({ length: 60 }, (_, net) => refusal(() => budget.spend(`2001:db8:0:1${net % 10}::1`, 1)));
  expect(spent.filter((error) => error === null)).toHaveLength(40);
});
