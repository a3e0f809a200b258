import { type ChoiceName, type OptionOf, optionsOf } from '#features/catalog/listings/model/listing-fields.ts';

/** Options that the specification puts first. */
const FIRST: { [Name in ChoiceName]?: OptionOf<Name>[] } = {
  carType: ['suv', 'sedan', 'truck', 'hatchback', 'coupe'],
  fuelType: ['petrol', 'diesel', 'electric', 'hybrid'],
  transmission: ['automatic', 'manual', 'cvt'],
};

/** Returns the options of a choice in the order of the back office. */
export function orderedOptions<Name extends ChoiceName>(name: Name): OptionOf<Name>[] {
  const first: OptionOf<Name>[] = FIRST[name] ?? [];
  return [...first, ...optionsOf(name).filter((option) => !first.includes(option))];
}
