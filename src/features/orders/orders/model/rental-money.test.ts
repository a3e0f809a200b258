import { expect, test } from 'vitest';
import { NO_SECURITY, shareOfSecurity } from './rental-money.ts';

const held = { takenCents: 30_000, returnedCents: 0, usedCents: 0, heldCents: 30_000 };

test('a charge takes the security deposit first, and never more than is held', () => {
  expect(shareOfSecurity(10_000, held)).toBe(10_000);
  expect(shareOfSecurity(45_000, held)).toBe(30_000);
  expect(shareOfSecurity(45_000, NO_SECURITY)).toBe(0);
});
