import { expect, test } from 'vitest';
import type { CarFacts } from '../../model/car-facts.ts';
import type { CarState, CurrentCar, SeenCar } from '../../model/seen-car.ts';
import { isTellableDrop, transitionOf } from './transition.ts';

const AT = new Date('2026-11-29T10:00:00Z');
const facts = (priceCents: number) => ({ offer: 'Sell', values: {}, numbers: { priceCents } }) as unknown as CarFacts;
const shown = (cents: number, isHeld = false) => ({ state: 'public' as const, facts: facts(cents), isHeld });
const gone = (state: CarState) => ({ state, facts: null, isHeld: false });
const FIRST = transitionOf(null, shown(2_000_000), AT)!.seen;
const then = (seen: SeenCar, step: CurrentCar) => transitionOf(seen, step, AT)?.seen ?? seen;

test('a car that is seen for the first time is new, and nothing happens while it stays the same', () => {
  expect(transitionOf(null, shown(2_000_000), AT)).toMatchObject({ published: 'new', before: null });
  expect(transitionOf(null, gone('review'), AT)).toBeNull();
  expect(transitionOf(FIRST, shown(2_000_000), AT)).toBeNull();
});

test.each([
  [2_000_000, 1_980_000, true],
  [2_000_000, 1_980_001, false],
  [400_000, 395_000, true],
  [400_000, 395_001, false],
  [400_000, 500_000, false],
])('a price that goes from %i to %i cents is told: %s', (from, to, told) => {
  expect(isTellableDrop(from, to)).toBe(told);
});

test('small drops add up, and a price that is raised and lowered again is not told', () => {
  const steps = [shown(1_990_000), shown(1_980_000)];
  expect(transitionOf(FIRST, steps[0]!, AT)!.isCheaper).toBe(false);
  const lowered = transitionOf(then(FIRST, steps[0]!), steps[1]!, AT)!;
  expect(lowered).toMatchObject({ isCheaper: true, seen: { toldCents: 1_980_000, wasCents: 2_000_000, drops: 1 } });
  expect(transitionOf(then(lowered.seen, shown(2_500_000)), shown(1_980_000), AT)!.isCheaper).toBe(false);
});

test('a new price that waits for review is a lower price when it is public again, not a car that came back', () => {
  const inReview = transitionOf(FIRST, gone('review'), AT)!;
  expect(inReview).toMatchObject({ isSold: false, published: null });
  const again = transitionOf(inReview.seen, shown(1_800_000), AT)!;
  expect(again).toMatchObject({ published: null, isCheaper: true, isChanged: true, seen: { generation: 1 } });
});

test.each([['sold'], ['away']] as const)(
  'a car that was %s and is public again is back, in the next generation',
  (state) => {
    const left = transitionOf(FIRST, gone(state), AT)!;
    expect(left.isSold).toBe(state === 'sold');
    expect(transitionOf(left.seen, gone(state), AT)).toBeNull();
    expect(transitionOf(left.seen, shown(2_000_000), AT)).toMatchObject({ published: 'back', seen: { generation: 2 } });
  },
);

test('a hold of another buyer is told when it begins', () => {
  const held = transitionOf(FIRST, shown(2_000_000, true), AT)!;
  expect(held).toMatchObject({ isNewlyHeld: true, isChanged: false });
  expect(transitionOf(held.seen, shown(2_000_000, false), AT)).toMatchObject({ isNewlyHeld: false });
});
