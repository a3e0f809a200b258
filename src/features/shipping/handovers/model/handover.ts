import type { Offer } from '#features/catalog/listings/model/listing.ts';

export const HANDOVER_KINDS = ['sale', 'pick_up', 'return'] as const;
export type HandoverKind = (typeof HANDOVER_KINDS)[number];

/** The handovers of an order by what was ordered. */
export const KINDS_OF: Record<Offer, readonly HandoverKind[]> = { Sell: ['sale'], Rent: ['pick_up', 'return'] };

/** The photos that every handover needs. */
export const SIDES = ['front', 'rear', 'left', 'right', 'interior', 'odometer'] as const;
export type Side = (typeof SIDES)[number];

/** Lines that were drawn on the screen: x and y by turns, from 0 to `PAD.width` and `PAD.height`. */
export type Strokes = number[][];
export const PAD = { width: 1000, height: 300 } as const;
export const MAX_STROKES = 60;
export const MAX_COORDINATES = 3_000;

/** What is measured at a handover. */
export type Condition = {
  odometer: number;
  odometerUnit: 'km' | 'mi';
  keys: number;
  fuelPercent: number | null;
  chargePercent: number | null;
  damage: string;
  at: Date;
};
