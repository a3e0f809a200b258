import { expect, test } from 'vitest';
import { claimDaysOf } from './claim-days.ts';
import type { OrderFacts } from './order-facts.ts';

const day = (of: number) => new Date(Date.UTC(2026, 0, of));
const terms = { requiresSteps: true } as OrderFacts['terms'];
const car = (arrivalTold: Date | null, isHandedOver = false) =>
  ({ arrivalTold, isHandedOver }) as OrderFacts['cars'][number];
const SALE = {
  offer: 'Sell',
  life: 'completed',
  endedAt: day(10),
  terms,
  arrivalDays: 60,
  cars: [car(day(5))],
} as const;

test.each([
  ['of a car that had arrived begin with the completion', SALE, day(10), false],
  [
    'do not begin with a handover that the office has not recorded',
    { ...SALE, cars: [car(null, true)] },
    day(70),
    true,
  ],
  ['of a car at sea begin when its arrival is told', { ...SALE, cars: [car(day(40))] }, day(40), false],
  ['wait for the last one of several cars', { ...SALE, cars: [car(day(40)), car(day(45))] }, day(45), false],
  ['begin at the latest 60 days after the completion', { ...SALE, cars: [car(null)] }, day(70), true],
  ['are not prolonged by an arrival that is told after that', { ...SALE, cars: [car(day(100))] }, day(70), false],
  [
    'of old terms begin with the completion',
    { ...SALE, terms: { ...terms, requiresSteps: false }, cars: [car(null)] },
    day(10),
    false,
  ],
  ['of a rental begin with the completion', { ...SALE, offer: 'Rent', cars: [car(null)] } as const, day(10), false],
])('the days for claims %s', (_, facts, from, isAwaited) => {
  expect(claimDaysOf(facts, day(30))).toEqual({ from, isAwaited });
});

test('the arrival is awaited until the latest day on which it can begin the days for claims', () => {
  const atSea = { ...SALE, cars: [car(null)] };
  expect(claimDaysOf(atSea, day(69))).toEqual({ from: day(70), isAwaited: true });
  expect(claimDaysOf(atSea, day(70))).toEqual({ from: day(70), isAwaited: false });
});

test('an order that is not completed has no days that run', () => {
  expect(claimDaysOf({ ...SALE, life: 'active', endedAt: null }, day(30))).toBeNull();
});
