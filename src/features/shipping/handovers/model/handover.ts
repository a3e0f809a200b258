import type { Offer } from '#features/catalog/listings/model/listing.ts';
import type { ChargeKind } from '#features/orders/orders/model/rental-money.ts';

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

const KM_PER_MILE = 1.609344;
const HOUR_MS = 3_600_000;
/** Gauges are read by eye. */
const LEVEL_TOLERANCE = 5;

type Difference = {
  /** Kilometers driven; negative if one of the readings is wrong. */
  distanceKm: number;
  keysMissing: number;
  /** Percentage points below the level at the pick-up; 0 within the tolerance. */
  fuelMissing: number;
  chargeMissing: number;
  /** What was noted at the return and not at the pick-up. Empty if nothing was noted, or the same text. */
  newDamage: string;
  /** Hours after the agreed time, the last one begun; 0 within the grace period. */
  lateHours: number;
};

type Agreed = { endsAt: Date; returnBy: Date };

/** Compares the return of a rented car with its pick-up. */
export function compareHandovers(pickUp: Condition, back: Condition, { endsAt, returnBy }: Agreed): Difference {
  const km = ({ odometer, odometerUnit: unit }: Condition) => odometer * (unit === 'mi' ? KM_PER_MILE : 1);
  const late = back.at > returnBy ? back.at.getTime() - endsAt.getTime() : 0;
  const same = back.damage.trim().toLowerCase() === pickUp.damage.trim().toLowerCase();
  return {
    distanceKm: Math.round(km(back) - km(pickUp)),
    keysMissing: Math.max(pickUp.keys - back.keys, 0),
    fuelMissing: missing(pickUp.fuelPercent, back.fuelPercent),
    chargeMissing: missing(pickUp.chargePercent, back.chargePercent),
    newDamage: same ? '' : back.damage.trim(),
    lateHours: Math.ceil(late / HOUR_MS),
  };
}

function missing(before: number | null, after: number | null): number {
  if (before === null || after === null) return 0;
  return before - after > LEVEL_TOLERANCE ? before - after : 0;
}

/** The kinds of charges that a difference gives reason for. People decide about them and their amounts. */
export function proposedCharges(difference: Difference): ChargeKind[] {
  const { keysMissing, fuelMissing, chargeMissing, newDamage, lateHours } = difference;
  return [
    ...(lateHours > 0 ? ['late_return' as const] : []),
    ...(newDamage !== '' ? ['damage' as const] : []),
    ...(fuelMissing > 0 || chargeMissing > 0 ? ['fuel' as const] : []),
    ...(keysMissing > 0 ? ['missing_key' as const] : []),
  ];
}
