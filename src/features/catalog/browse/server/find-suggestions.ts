import type { Inventory, ValueCount } from '#features/catalog/inventory/server/inventory.ts';
import {
  FLAG_FILTERS,
  intersected,
  type ListingCriteria,
  type NumberRange,
  VALUE_FILTERS,
  type ValueFilter,
  type VehicleKey,
} from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { CAR_TYPES, type Offer } from '#features/catalog/listings/model/listing.ts';
import { optionsOf } from '#features/catalog/listings/model/listing-fields.ts';
import type { Vehicles } from '#features/catalog/vehicles/server/vehicle-catalog.ts';
import { amountOf } from '#lib/money.ts';
import type { Money } from '../model/search/amount-words.ts';
import { completionsOf } from '../model/search/completions.ts';
import { PROVINCES_OF_CITY } from '../model/search/places/place-words.ts';
import type { Meaning, Vocabulary } from '../model/search/vocabulary.ts';
import type { Suggestion, SuggestionsResponse } from '../model/search-contract.ts';

const MAX_SUGGESTIONS = 8;
/** What has been typed leaves room for what it can be combined with. */
const MAX_COMPLETED = 5;
const MAX_MODELS = 4;

type Typed = { q: string; offer: Offer; newestYear: number; money: Money };
type Counted = { criteria: ListingCriteria; cars: number };

/** Suggests makes, models, types and other filters with their numbers of cars for what has been typed so far. */
export async function findSuggestions(
  inventory: Inventory,
  { q, offer, newestYear, money }: Typed,
  vocabulary: Vocabulary,
  vehicles: Vehicles,
): Promise<SuggestionsResponse> {
  const typed = completionsOf(q, vocabulary, newestYear, money);
  if (!typed) return { suggestions: [] };
  const { vehicleRanks, understood: _understood, dropped: _dropped, prices: _prices, ...narrowing } = typed.before;
  const [named] = vehicleRanks ?? [];
  const base: ListingCriteria = { ...narrowing, offer, ...(named && { vehicles: named }) };
  const completed = await countCompletions(inventory, base, typed.completions);
  const first = completed[0] ?? (typed.completions.length === 0 ? await counted(inventory, base) : null);
  const combined = first ? await combinations(inventory, first.criteria, vehicles) : [];
  const start = typed.completions.length === 0 && first ? [first] : completed.slice(0, MAX_COMPLETED);
  const all = [...start, ...combined, ...completed.slice(MAX_COMPLETED)];
  const suggestions = new Map<string, Suggestion>();
  for (const { criteria, cars } of all) {
    const filters = filterParameters(criteria, vehicles);
    const key = JSON.stringify(filters);
    if (filters && cars > 0 && !suggestions.has(key)) suggestions.set(key, { filters, cars });
  }
  return { suggestions: [...suggestions.values()].slice(0, MAX_SUGGESTIONS) };
}

async function counted(inventory: Inventory, criteria: ListingCriteria): Promise<Counted> {
  return { criteria, cars: (await inventory.count(criteria)).total };
}

/** Counts the cars of each completion within the base. Exact ones come first, then those with most cars. */
async function countCompletions(
  inventory: Inventory,
  base: ListingCriteria,
  completions: { meaning: Meaning; isExact: boolean }[],
): Promise<Counted[]> {
  const keys = new Map<VehicleKey, boolean>();
  const filters = new Map<string, { filter: ValueFilter; values: readonly (string | number)[]; isExact: boolean }>();
  const makesNamed = new Set((base.vehicles ?? []).filter((key) => key > 0));
  for (const { meaning, isExact } of completions) {
    if (meaning.kind === 'make' && !base.vehicles)
      keys.set(meaning.makeId, isExact || keys.get(meaning.makeId) === true);
    else if (meaning.kind === 'model' && (!base.vehicles || makesNamed.has(meaning.makeId)))
      keys.set(-meaning.modelId, isExact || keys.get(-meaning.modelId) === true);
    else if (meaning.kind === 'filter') {
      const id = `${meaning.filter} ${meaning.values.join(' ')}`;
      filters.set(id, { ...meaning, isExact: isExact || filters.get(id)?.isExact === true });
    }
  }
  const { vehicles: _named, ...others } = base;
  const [ofVehicles, ofFilters] = await Promise.all([
    inventory.countFacet('vehicles', others, [...keys.keys()]),
    Promise.all(
      [...filters.values()].map(async ({ filter, values, isExact }) => {
        const criteria = intersected(base, { [filter]: values });
        return criteria && { ...(await counted(inventory, criteria)), isExact };
      }),
    ),
  ]);
  const all = [
    ...byCars(ofVehicles, [...keys.keys()]).map(({ value, cars }) => ({
      criteria: { ...base, vehicles: [Number(value)] },
      cars: cars ?? 0,
      isExact: keys.get(Number(value)) === true,
    })),
    ...ofFilters.flatMap((found) => found ?? []),
  ];
  const flags = completions.flatMap(({ meaning, isExact }) => (meaning.kind === 'flag' ? [{ meaning, isExact }] : []));
  for (const { meaning, isExact } of flags.slice(0, 1)) {
    all.push({ ...(await counted(inventory, { ...base, [meaning.flag]: true })), isExact });
  }
  return all.filter(({ cars }) => cars > 0).sort((a, b) => Number(b.isExact) - Number(a.isExact) || b.cars - a.cars);
}

/** Combines a suggestion with what narrows it next: a make with models and types, a model with fuels, others with makes. */
async function combinations(inventory: Inventory, criteria: ListingCriteria, vehicles: Vehicles): Promise<Counted[]> {
  const [key] = criteria.vehicles ?? [];
  const byValue = async (name: ValueFilter | 'vehicles', values: readonly (string | number)[]) => {
    const { [name]: named, ...others } = criteria;
    if (name !== 'vehicles' && named) return [];
    const found = await inventory.countFacet(
      name,
      name === 'vehicles' ? (others as ListingCriteria) : criteria,
      values,
    );
    return byCars(found, values).map(({ value, cars }) => ({
      criteria: { ...criteria, [name]: [value] } as ListingCriteria,
      cars: cars ?? 0,
    }));
  };
  if (key === undefined)
    return byValue(
      'vehicles',
      vehicles.makes.map(({ id }) => id),
    );
  if (key < 0) return byValue('fuelType', optionsOf('fuelType'));
  const models = vehicles.models.flatMap(({ id, makeId }) => (makeId === key ? [-id] : []));
  const [ofModels, ofTypes] = await Promise.all([byValue('vehicles', models), byValue('carType', CAR_TYPES)]);
  return [...ofModels.slice(0, MAX_MODELS), ...ofTypes, ...ofModels.slice(MAX_MODELS)];
}

/** Most cars first. Ties are in the order of the values, because the two inventories count in different orders. */
function byCars(counted: ValueCount[], values: readonly (string | number)[]): ValueCount[] {
  const places = new Map(values.map((value, place) => [String(value), place]));
  const placeOf = ({ value }: ValueCount) => places.get(String(value)) ?? 0;
  return counted.toSorted((a, b) => (b.cars ?? 0) - (a.cars ?? 0) || placeOf(a) - placeOf(b));
}

type Parameters = Record<string, string[]>;

/** Converts criteria to parameters of the list call, without the offer. Returns null if no parameter says the same. */
function filterParameters(criteria: ListingCriteria, { makeById, models }: Vehicles): Parameters | null {
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
  // The list counts cities within their province.
  if (others.city && !others.province)
    parameters.province = [...new Set(others.city.flatMap((city) => PROVINCES_OF_CITY.get(city) ?? []))];
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
