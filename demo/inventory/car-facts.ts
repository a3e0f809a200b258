import type { Condition } from '../../src/features/catalog/listings/model/listing.ts';
import type { Vehicle } from './choose-vehicle.ts';
import type { Exterior, Interior } from './colors.ts';
import { DELIVERY_KM, type Equipment, type History } from './equipment-and-history.ts';
import type { Place } from './places.ts';

export type CarFacts = {
  vehicle: Vehicle;
  mode: 'Sell' | 'Rent';
  mileageKm: number;
  condition: Condition;
  exterior: Exterior;
  interior: Interior;
  place: Place;
  equipment: Equipment;
  history: History;
  age: number;
};

const NUMBER_WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const BODY_WORDS = { sedan: 'sedan', suv: 'SUV', hatchback: 'hatchback', truck: 'pickup', coupe: 'coupé' } as const;

export const nameOf = ({ vehicle: { kind } }: CarFacts) => `${kind.make} ${kind.model.name}`;
export const colorOf = ({ exterior }: CarFacts) => exterior.name.toLowerCase();
export const kmOf = ({ mileageKm }: CarFacts) => `${grouped(mileageKm)} km`;
export const fuelOf = ({ vehicle }: CarFacts) => vehicle.kind.car.fuel;
export const isUntouched = ({ mileageKm }: CarFacts) => mileageKm < DELIVERY_KM;
export const inWords = (count: number) => NUMBER_WORDS[count] ?? String(count);

export function bodyOf({ vehicle }: CarFacts): string {
  const { body } = vehicle.kind.model;
  return body in BODY_WORDS ? BODY_WORDS[body as keyof typeof BODY_WORDS] : body;
}

export function gearboxOf({ vehicle }: CarFacts): string {
  const { transmission } = vehicle.trim;
  return transmission === 'cvt' ? 'CVT' : `${transmission} transmission`;
}

/** The range that the trim promises on the Chinese test cycle. */
export function rangeKmOf({ vehicle }: CarFacts): number | null {
  const km = /\b(\d{2,4}) km/.exec(vehicle.trim.name)?.[1];
  return km ? Number(km) : null;
}

export function listOf(things: string[]): string {
  return things.length < 2 ? things.join('') : `${things.slice(0, -1).join(', ')} and ${things.at(-1)}`;
}

export function grouped(whole: number): string {
  return whole < 1_000 ? String(whole) : `${Math.floor(whole / 1_000)},${String(whole % 1_000).padStart(3, '0')}`;
}

export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
