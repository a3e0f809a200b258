import { CAR_TYPES, FUEL_TYPES, TRANSMISSIONS } from '#features/listings/model/listing.ts';

/** Puts the specified options first, then the other options that sellers have. */
function listed<Option extends string>(first: readonly Option[], all: readonly Option[]): Option[] {
  return [...first, ...all.filter((option) => !first.includes(option))];
}

export const CATEGORIES = listed(['suv', 'sedan', 'truck', 'hatchback', 'coupe'], CAR_TYPES);
export const FUELS = listed(['petrol', 'diesel', 'electric', 'hybrid'], FUEL_TYPES);
export const GEARBOXES = listed(['automatic', 'manual', 'cvt'], TRANSMISSIONS);
