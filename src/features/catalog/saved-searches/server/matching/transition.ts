import { isDeepStrictEqual } from 'node:util';
import type { CarFacts } from '../../model/car-facts.ts';
import type { CurrentCar, SeenCar } from '../../model/seen-car.ts';

/** What happened to a car since it was last seen. */
export type Transition = {
  seen: SeenCar;
  /** Its facts when it was last public; null if it never was. */
  before: CarFacts | null;
  published: 'new' | 'back' | null;
  isCheaper: boolean;
  isSold: boolean;
  isNewlyHeld: boolean;
  /** Facts changed while it was public, or in a review between. */
  isChanged: boolean;
};

const LEAST_DROP = 0.01;
const LEAST_DROP_CENTS = 50_00;

/** Whether a price is so much below another that people are told. */
export const isTellableDrop = (from: number, to: number): boolean =>
  from - to >= Math.max(from * LEAST_DROP, LEAST_DROP_CENTS);

const priceOf = ({ numbers }: CarFacts) => numbers.priceCents ?? 0;

/** Returns what happened to a car; null if nothing did that searches or people could notice. */
export function transitionOf(seen: SeenCar | null, current: CurrentCar, at: Date): Transition | null {
  const { state, facts, isHeld } = current;
  const nothing = { published: null, isCheaper: false, isSold: false, isNewlyHeld: false, isChanged: false };
  if (!seen) {
    if (!facts) return null;
    const first: SeenCar = {
      ...{ state, facts, isHeld, toldCents: priceOf(facts), wasCents: null, generation: 1, drops: 0 },
      ...{ publishedAt: at, droppedAt: null },
    };
    return { ...nothing, seen: first, before: null, published: 'new' };
  }
  if (!facts) {
    if (state === seen.state) return null;
    // A car that is sold after its publication was withdrawn for a review was public when people saw it last.
    const isSold = state === 'sold' && seen.state !== 'away';
    return { ...nothing, seen: { ...seen, state, isHeld }, before: seen.facts, isSold };
  }
  const isBack = seen.state === 'sold' || seen.state === 'away';
  const isChanged = !isDeepStrictEqual(seen.facts, facts);
  if (seen.state === 'public' && !isChanged && seen.isHeld === isHeld) return null;
  const price = priceOf(facts);
  const isCheaper = isTellableDrop(seen.toldCents, price);
  const next: SeenCar = {
    ...seen,
    ...{ state, facts, isHeld },
    ...(isBack && { generation: seen.generation + 1, publishedAt: at }),
    ...(isCheaper && { toldCents: price, wasCents: seen.toldCents, drops: seen.drops + 1, droppedAt: at }),
  };
  return {
    ...nothing,
    ...{ seen: next, before: seen.facts, isCheaper, isChanged },
    published: isBack ? 'back' : null,
    isNewlyHeld: isHeld && !seen.isHeld && seen.state === 'public',
  };
}
