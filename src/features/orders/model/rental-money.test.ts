import { expect, test } from 'vitest';
import { NO_SECURITY, securityRefusal, shareOfSecurity } from './rental-money.ts';

const held = { takenCents: 30_000, returnedCents: 0, usedCents: 0, heldCents: 30_000 };
const rental = { offer: 'Rent', life: 'active', terms: { requiresBalance: true }, security: held } as const;

test.each([
  [{ kind: 'taken', cents: 1 }, rental, null],
  [{ kind: 'taken', cents: 1 }, { ...rental, offer: 'Sell' }, 'notRental'],
  [{ kind: 'taken', cents: 1 }, { ...rental, terms: { requiresBalance: false } }, 'notRental'],
  [{ kind: 'taken', cents: 1 }, { ...rental, life: 'completed' }, 'ended'],
  [{ kind: 'returned', cents: 30_000 }, rental, null],
  [{ kind: 'returned', cents: 30_001 }, rental, 'notHeld'],
  [{ kind: 'returned', cents: 30_000 }, { ...rental, life: 'cancelled' }, null],
  [{ kind: 'returned', cents: 1 }, { ...rental, security: NO_SECURITY }, 'notHeld'],
] as const)('decides about %j', (act, order, refusal) => {
  expect(securityRefusal(act, order)).toBe(refusal);
});

test('a charge takes the security deposit first, and never more than is held', () => {
  expect(shareOfSecurity(10_000, held)).toBe(10_000);
  expect(shareOfSecurity(45_000, held)).toBe(30_000);
  expect(shareOfSecurity(45_000, NO_SECURITY)).toBe(0);
});
