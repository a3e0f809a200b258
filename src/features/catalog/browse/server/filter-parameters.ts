import type { ListingCriteria, NumberRange } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { FLAG_FILTERS, VALUE_FILTERS } from '#features/catalog/listings/model/criteria/listing-filters.ts';
import type { Vehicles } from '#features/catalog/vehicles/server/vehicle-catalogue.ts';
import { amountOf } from '#lib/money.ts';

type Parameters = Record<string, string[]>;

/** Converts criteria to parameters of the list call, without the offer. Returns null if no parameter says the same. */
export function filterParameters(criteria: ListingCriteria, { makeById, models }: Vehicles): Parameters | null {
  const parameters: Parameters = {};
  const { offer: _offer, vehicles, year, priceCents, mileageKm, engineCc, ...others } = criteria;
  for (const key of vehicles ?? []) {
    const model = key < 0 ? models.find(({ id }) => id === -key) : undefined;
    const make = makeById.get(model?.makeId ?? key);
    if (!make) return null;
    add(parameters, 'make', make.name);
    if (model) add(parameters, 'model', model.name);
  }
  const written = new Set<string>();
  for (const name of [...VALUE_FILTERS, ...FLAG_FILTERS]) {
    const value = others[name];
    if (value === undefined) continue;
    written.add(name);
    parameters[name] = [value].flat().map(String);
  }
  if (Object.keys(others).some((name) => !written.has(name))) return null;
  if (year !== undefined && year.min !== undefined && year.min === year.max) parameters.year = [String(year.min)];
  else addRange(parameters, 'Year', year);
  addRange(parameters, 'Price', priceCents, amountOf);
  addRange(parameters, 'MileageKm', mileageKm);
  addRange(parameters, 'EngineCc', engineCc);
  return parameters;
}

function add(parameters: Parameters, name: string, value: string): void {
  const values = parameters[name] ?? [];
  if (!values.includes(value)) parameters[name] = [...values, value];
}

function addRange(
  parameters: Parameters,
  name: string,
  range: NumberRange | undefined,
  convert = (value: number) => value,
): void {
  if (range?.min !== undefined) parameters[`min${name}`] = [String(convert(range.min))];
  if (range?.max !== undefined) parameters[`max${name}`] = [String(convert(range.max))];
}
