import type { ExploreState } from '#features/catalog/listings/model/criteria/explore-query.ts';
import { knownValues, type ValueFilter } from '#features/catalog/listings/model/criteria/listing-filters.ts';
import type { FacetsResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { CHOICE_FILTERS } from '#features/catalog/listings/model/listing-fields.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { CheckRow } from './check-rows.tsx';
import { valueText } from './filter-text.ts';

type Counted = { value: string; cars: number | null }[];

/**
 * Returns the values of a filter with their cars. Choices of the form are all listed; of colors, numbers and places only
 * those that cars have. What is chosen is always listed.
 */
export function facetRows(
  t: Translator,
  name: ValueFilter | 'make' | 'model',
  state: ExploreState,
  facets: FacetsResponse | undefined,
): CheckRow[] {
  const counted: Counted | undefined =
    name === 'make' ? facets?.makes : name === 'carType' ? facets?.carTypes : facets?.[name];
  const cars = new Map(counted?.map((each) => [each.value, each.cars]));
  const chosen = state[name];
  return listedValues(name, cars, chosen).map((value) => ({
    value,
    label: valueText(t, name, value),
    cars: counted === undefined ? null : (cars.get(value) ?? (cars.has(value) ? null : 0)),
  }));
}

function listedValues(name: ValueFilter | 'make' | 'model', cars: Map<string, unknown>, chosen: string[]): string[] {
  const known = name === 'make' || name === 'model' ? null : knownValues(name);
  if (!known) return [...chosen.filter((value) => !cars.has(value)), ...cars.keys()];
  const all = CHOICE_FILTERS.some((each) => each === name);
  return known.filter((value) => all || cars.has(value) || chosen.includes(value));
}
