import { expect, test } from 'vitest';
import { type Condition, compareHandovers, proposedCharges } from './handover.ts';

const END = new Date('2026-05-01T12:00:00Z');
const AGREED = { endsAt: END, returnBy: new Date('2026-05-01T13:00:00Z') };
const pickUp: Condition = {
  odometer: 10_000,
  odometerUnit: 'km',
  keys: 2,
  fuelPercent: 80,
  chargePercent: null,
  damage: 'Scratch on the left door.',
  at: new Date('2026-04-28T12:00:00Z'),
};
const difference = (change: Partial<Condition>) => compareHandovers(pickUp, { ...pickUp, at: END, ...change }, AGREED);

test('proposes no charge if the car is returned as it was picked up', () => {
  expect(
    proposedCharges(difference({ odometer: 10_420, damage: 'scratch on the left door. ', fuelPercent: 76 })),
  ).toEqual([]);
  expect(difference({ odometer: 10_420 }).distanceKm).toBe(420);
});

test('converts miles to kilometers', () => {
  expect(difference({ odometer: 6_500, odometerUnit: 'mi' }).distanceKm).toBe(461);
});

test.each([
  ['late_return', { at: new Date('2026-05-01T15:30:00Z') }, { lateHours: 4 }],
  ['damage', { damage: 'Dent in the rear bumper.' }, { newDamage: 'Dent in the rear bumper.' }],
  ['fuel', { fuelPercent: 50 }, { fuelMissing: 30 }],
  ['missing_key', { keys: 1 }, { keysMissing: 1 }],
] as const)('proposes a charge for %s', (kind, change, found) => {
  expect(difference(change)).toMatchObject(found);
  expect(proposedCharges(difference(change))).toEqual([kind]);
});

test.each([
  ['13:00:00', 0],
  ['13:00:01', 2],
])('a return at %s, after the agreed 12:00 with an hour of grace, is %i hours late', (time, hours) => {
  expect(difference({ at: new Date(`2026-05-01T${time}Z`) }).lateHours).toBe(hours);
});

test('ignores a level that was not read at both handovers', () => {
  expect(proposedCharges(difference({ fuelPercent: null, chargePercent: 10 }))).toEqual([]);
});
