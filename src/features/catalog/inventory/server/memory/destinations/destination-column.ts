import type { ImportCar } from '#features/customs/import-rules/model/car.ts';
import type { Offer } from '#features/customs/import-rules/model/landed/landed-cost.ts';
import type { Bitmap } from '../bitmap.ts';

/** The cars of the index as the import rules see them. */
export interface ImportCars {
  /** How many slots there are. */
  readonly capacity: number;
  /** The slots of the cars for sale. Must not be changed. */
  readonly forSale: Bitmap;
  carOf(slot: number): ImportCar;
  pricedOfferOf(slot: number): Offer;
  idOf(slot: number): number;
}

/** Returns null until the loop has blocked other requests for long, and then a pause to await. */
export type Breathe = () => Promise<void> | null;

/**
 * What the rules of a destination say about each car for sale. It is computed in small steps, while cars come and go. The
 * index reports every change; cars that changed are computed again before the next use.
 */
export interface DestinationColumn {
  /** Computes all cars. */
  build(breathe: Breathe): Promise<void>;
  /** A car is about to leave its slot. */
  leave(slot: number): void;
  /** A car has come into an empty slot. */
  enter(slot: number): void;
  /** How many cars changed since the last use. */
  readonly changed: number;
  /** Computes cars that changed, at most so many. */
  settle(most: number): void;
  grow(slots: number): void;
  /** Memory in use, roughly. */
  readonly bytes: number;
}

export function firstOf(slots: ReadonlySet<number>, most: number): number[] {
  const first: number[] = [];
  for (const slot of slots) {
    if (first.length === most) break;
    first.push(slot);
  }
  return first;
}
