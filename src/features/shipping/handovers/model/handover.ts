import type { Offer } from '#features/catalog/listings/model/listing.ts';
import type { ChargeKind } from '#features/orders/orders/model/rental-money.ts';

export const HANDOVER_KINDS = ['sale', 'pick_up', 'return'] as const;
export type HandoverKind = (typeof HANDOVER_KINDS)[number];

export const KINDS_OF: Record<Offer, readonly HandoverKind[]> = { Sell: ['sale'], Rent: ['pick_up', 'return'] };

/** The photos that every handover needs. */
export const SIDES = ['front', 'rear', 'left', 'right', 'interior', 'odometer'] as const;
export type Side = (typeof SIDES)[number];

/** Drawn lines, each with alternating x and y from 0 to `PAD.width` and `PAD.height`. */
export type Strokes = number[][];
export const PAD = { width: 1000, height: 300 } as const;
export const MAX_STROKES = 60;
export const MAX_COORDINATES = 3_000;

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
/** Percentage points, because people read gauges by eye. */
const LEVEL_TOLERANCE = 5;

type Difference = {
  /** Kilometers driven; negative if one of the readings is wrong. */
  distanceKm: number;
  keysMissing: number;
  /** Percentage points below the level at the pick-up; 0 within the tolerance. */
  fuelMissing: number;
  chargeMissing: number;
  /** Damage noted at the return; empty if there is none, or the text is the same as at the pick-up. */
  newDamage: string;
  /** Hours after the agreed time, rounded up; 0 within the grace period. */
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

/** Returns the kinds of charges that a difference justifies. Staff decide whether to make them, and for how much. */
export function proposedCharges(difference: Difference): ChargeKind[] {
  const { keysMissing, fuelMissing, chargeMissing, newDamage, lateHours } = difference;
  return [
    ...(lateHours > 0 ? ['late_return' as const] : []),
    ...(newDamage !== '' ? ['damage' as const] : []),
    ...(fuelMissing > 0 || chargeMissing > 0 ? ['fuel' as const] : []),
    ...(keysMissing > 0 ? ['missing_key' as const] : []),
  ];
}
