import { expect, test } from 'vitest';
import { english } from '../../../../../tests/support/messages/english.ts';
import { SIDES } from '../model/handover.ts';
import type { HandoverResponse, HandoversResponse } from '../model/handover-contract.ts';
import { chargeProposals } from './charge-proposals.ts';

const protocol = (kind: 'pick_up' | 'return', at: string): HandoverResponse => ({
  id: kind,
  kind,
  listing_id: 7,
  odometer: 10_000,
  odometer_unit: 'km',
  keys: 2,
  fuel_percent: 80,
  charge_percent: null,
  damage: '',
  giver: { name: 'Li Na', drawn: true },
  receiver: { name: 'Amina', drawn: true },
  by: 'seller',
  captured_at: at,
  told_at: at,
  photos: SIDES.map((side) => ({ side, url: `/${kind}/${side}` })),
});
const HANDOVERS: HandoversResponse = {
  items: [protocol('pick_up', '2026-04-28T12:00:00Z'), protocol('return', '2026-05-01T15:30:00Z')],
  differences: [
    {
      listing_id: 7,
      distance_km: 420,
      keys_missing: 1,
      fuel_missing: 30,
      charge_missing: 0,
      new_damage: 'Dent in the rear bumper',
      late_hours: 3,
      proposed: ['late_return', 'damage', 'fuel', 'missing_key'],
    },
  ],
};
const proposals = (charged: Parameters<typeof chargeProposals>[1] = []) =>
  chargeProposals(HANDOVERS, charged, 'Asia/Shanghai', english);

test('states each difference as a reason and names both protocols', () => {
  const texts = proposals().map(({ kind, reason }) => [kind, reason]);
  const protocols =
    'See the protocols of the pick-up (Apr 28, 2026, 20:00 GMT+8) and the return (May 1, 2026, 23:30 GMT+8).';
  expect(texts).toEqual([
    ['late_return', `3 hours after the booked end. ${protocols}`],
    ['damage', `Damage noted at the return: Dent in the rear bumper. ${protocols}`],
    ['fuel', `30 percentage points less fuel. ${protocols}`],
    ['missing_key', `1 key is missing. ${protocols}`],
  ]);
});

test('links the photos that show the difference, before and after', () => {
  const [late, damage, fuel, key] = proposals().map(({ evidence }) => evidence.map(({ url }) => url));
  expect([late, key]).toEqual([[], []]);
  expect(fuel).toEqual(['/pick_up/odometer', '/return/odometer']);
  expect(damage).toHaveLength(10);
  expect(damage).toContain('/return/rear');
  expect(damage).not.toContain('/return/odometer');
});

test('proposes no kind of charge that was already made', () => {
  expect(proposals(['damage', 'fuel']).map(({ kind }) => kind)).toEqual(['late_return', 'missing_key']);
});

test('proposes nothing without differences', () => {
  expect(chargeProposals({ ...HANDOVERS, differences: [] }, [], 'UTC', english)).toEqual([]);
});
