import type { Mileage } from './listing.ts';

const KM_PER_MILE = 1.609344;

export function inMiles({ value, unit }: Mileage): number {
  return unit === 'mi' ? value : Math.round(value / KM_PER_MILE);
}

export function inKilometers({ value, unit }: Mileage): number {
  return unit === 'km' ? value : Math.round(value * KM_PER_MILE);
}
