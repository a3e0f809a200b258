import { expect, test } from 'vitest';
import { newBuyerProblem } from './hold-limits.ts';

const NONE = { wanted: 1, own: 0, ofAddress: 0, ofSeller: 0, stock: 40 };

test.each([
  ['two cars at once', { wanted: 2 }, null],
  ['three cars at once', { wanted: 3 }, 'orders.transfer.newBuyer'],
  ['a second car', { own: 1 }, null],
  ['a third car', { own: 2 }, 'orders.transfer.newBuyer'],
  ['a car for an address that holds one', { ofAddress: 1 }, null],
  ['a car for an address that holds two', { ofAddress: 2 }, 'orders.transfer.newAddress'],
  ['half of what a seller has', { ofSeller: 19 }, null],
  ['more than half of what a seller has', { ofSeller: 20 }, 'orders.transfer.sellerHeld'],
  ['the fifth car of a small seller', { ofSeller: 4, stock: 5 }, null],
  ['the sixth car of a small seller', { ofSeller: 5, stock: 6 }, 'orders.transfer.sellerHeld'],
] as const)('a new buyer who wants %s is answered %3$s', (_, change, problem) => {
  expect(newBuyerProblem({ ...NONE, ...change })).toBe(problem);
});
