import { type CountedFilter, type Inventory, listingsJson } from '#features/inventory/server/api.ts';
import { PAGE_SIZE } from '#features/listings/model/criteria/explore-query.ts';
import type { ListingCriteria } from '#features/listings/model/criteria/listing-criteria.ts';
import { CAR_TYPES, type CarType, modelYears } from '#features/listings/model/listing.ts';
import { nameKey } from '#features/vehicles/model/name-key.ts';
import type { Make, Model, Vehicles } from '#features/vehicles/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { amountOf } from '#lib/money.ts';
import type { JsonText } from '#lib/server/http/json-text.ts';
import type { InventoryQuery, InventoryResponse } from '../model/inventory-contract.ts';

/** Limit if no make is given. */
const MAX_MODELS = 12;

/**
 * Returns a page of cars and facts about all cars of one make, model or type, or of everything. Throws `not_found` for
 * unknown makes and models.
 */
export async function findInventory(
  inventory: Inventory,
  query: InventoryQuery,
  vehicles: Vehicles,
  thisYear: number,
): Promise<JsonText> {
  const { make, model } = subjectOf(query, vehicles);
  const { rentSell: offer, carType } = query;
  const ofKind: ListingCriteria = { offer, ...(carType && { carType: [carType] }) };
  const subject = model ? -model.id : make?.id;
  const criteria: ListingCriteria = { ...ofKind, ...(subject !== undefined && { vehicles: [subject] }) };
  const request = { page: query.page, limit: PAGE_SIZE, order: 'newest' } as const;
  const models = make ? vehicles.models.filter(({ makeId }) => makeId === make.id) : vehicles.models;
  const ids = {
    makes: make ? [] : vehicles.makes.map(({ id }) => id),
    models: models.map(({ id }) => -id),
  };
  const [found, prices, ofYears, ofMakes, ofModels, ofTypes] = await Promise.all([
    inventory.find([criteria], request),
    inventory.priceRange(criteria),
    counted(inventory, 'year', criteria, modelYears(thisYear)),
    counted(inventory, 'vehicles', ofKind, ids.makes),
    counted(inventory, 'vehicles', ofKind, ids.models),
    carType ? [] : counted(inventory, 'carType', criteria, CAR_TYPES),
  ]);
  const inYears = ofYears.map(({ value }) => Number(value));
  const modelById = new Map(models.map((each) => [each.id, each]));
  const named = ofModels.flatMap(({ value, cars }) => namedModel(modelById.get(-Number(value)), vehicles, cars));
  return listingsJson<Omit<InventoryResponse, 'listings' | 'pagination'>>(found, request, {
    make: make?.name ?? null,
    model: model?.name ?? null,
    carType: carType ?? null,
    prices: prices && { least: amountOf(prices.least), most: amountOf(prices.most) },
    years: inYears.length > 0 ? { oldest: Math.min(...inYears), newest: Math.max(...inYears) } : null,
    makes: ofMakes.map(({ value, cars }) => ({ make: vehicles.makeById.get(Number(value))?.name ?? '', cars })),
    models: make ? named : named.slice(0, MAX_MODELS),
    carTypes: ofTypes.map(({ value, cars }) => ({ carType: value as CarType, cars })),
  });
}

function subjectOf(query: InventoryQuery, { makeByKey, models }: Vehicles): { make?: Make; model?: Model } {
  if (query.make === undefined) return {};
  const make = makeByKey.get(nameKey(query.make));
  if (!make) throw new AppError('not_found', 'no such make');
  if (query.model === undefined) return { make };
  const key = nameKey(query.model);
  const ofMake = models.filter(({ makeId }) => makeId === make.id);
  const model =
    ofMake.find(({ name }) => nameKey(name) === key) ??
    ofMake.find(({ aliases }) => aliases.some((alias) => nameKey(alias) === key));
  if (!model) throw new AppError('not_found', 'no such model');
  return { make, model };
}

function namedModel(model: Model | undefined, { makeById }: Vehicles, cars: number): InventoryResponse['models'] {
  const make = model && makeById.get(model.makeId);
  return make ? [{ make: make.name, model: model.name, cars }] : [];
}

/** Returns the values with their numbers of cars, most cars first. These criteria are always counted. */
async function counted(
  inventory: Inventory,
  dimension: CountedFilter,
  criteria: ListingCriteria,
  values: readonly (string | number)[],
): Promise<{ value: string | number; cars: number }[]> {
  const found = await inventory.countFacet(dimension, criteria, values);
  return found.map(({ value, cars }) => ({ value, cars: cars ?? 0 })).sort((a, b) => b.cars - a.cars);
}
