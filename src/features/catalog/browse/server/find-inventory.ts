import {
  type CountedFilter,
  destinationOf,
  type Inventory,
  listingsJson,
} from '#features/catalog/inventory/server/inventory.ts';
import { destinationIn } from '#features/catalog/listings/model/criteria/destination-query.ts';
import { PAGE_SIZE } from '#features/catalog/listings/model/criteria/explore-query.ts';
import { type ListingCriteria, PROVINCES } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { CAR_TYPES, type CarType, modelYears, type Offer } from '#features/catalog/listings/model/listing.ts';
import type { ListRequest } from '#features/catalog/listings/server/query-criteria.ts';
import { nameKey } from '#features/catalog/vehicles/model/vehicle-name.ts';
import type { Vehicles } from '#features/catalog/vehicles/server/vehicle-catalog.ts';
import type { Make, Model } from '#features/catalog/vehicles/server/vehicle-store.ts';
import { AppError } from '#lib/app-error.ts';
import { amountOf } from '#lib/money.ts';
import type { JsonText } from '#lib/server/http/json-text.ts';
import type { InventoryQuery, InventoryResponse } from '../model/inventory-contract.ts';
import { bandCents, bandsOf, FUEL_TYPES, type FuelType } from '../model/landing.ts';

/** Limit if no make is given. */
const MAX_MODELS = 12;

/**
 * Returns a page of cars and facts about all cars of one make, model, type, fuel, province or price band, or of
 * everything. Throws `not_found` for unknown makes and models.
 */
export async function findInventory(
  inventory: Inventory,
  query: InventoryQuery,
  vehicles: Vehicles,
  thisYear: number,
): Promise<JsonText> {
  const { make, model } = subjectOf(query, vehicles);
  const { rentSell: offer, carType, fuelType, province, priceBand } = query;
  const ofKind: ListingCriteria = {
    offer,
    ...(carType && { carType: [carType] }),
    ...(fuelType && { fuelType: [fuelType] }),
    ...(province && { province: [province] }),
    ...(priceBand && { priceCents: bandCents(offer, priceBand) }),
  };
  const subject = model ? -model.id : make?.id;
  const ofVehicle = subject !== undefined && { vehicles: [subject] };
  const criteria: ListingCriteria = { ...ofKind, ...ofVehicle };
  const { page, mayImport, sortBy, sortOrder = 'asc' } = query;
  const destination = destinationIn(query);
  /** The cars of the page; the facts are about all cars. */
  const listed: ListingCriteria = destination
    ? { ...criteria, destination, ...(mayImport && { mayImport }) }
    : criteria;
  const order = sortBy === 'landed' ? (`landed-${sortOrder}` as const) : 'newest';
  const request: ListRequest = {
    page,
    limit: PAGE_SIZE,
    order,
    bestFirst: destination !== undefined && order === 'newest',
  };
  const models = make ? vehicles.models.filter(({ makeId }) => makeId === make.id) : vehicles.models;
  const ids = {
    makes: make ? [] : vehicles.makes.map(({ id }) => id),
    models: models.map(({ id }) => -id),
  };
  const [found, shipped, prices, ofYears, ofMakes, ofModels, ofTypes, ofFuels, ofProvinces, ofBands] =
    await Promise.all([
      inventory.find([listed], request),
      destinationOf(inventory, listed, { order }),
      inventory.priceRange(criteria),
      counted(inventory, 'year', criteria, modelYears(thisYear)),
      counted(inventory, 'vehicles', ofKind, ids.makes),
      counted(inventory, 'vehicles', ofKind, ids.models),
      carType ? [] : counted(inventory, 'carType', { offer, ...ofVehicle }, CAR_TYPES),
      make || fuelType ? [] : counted(inventory, 'fuelType', { offer }, FUEL_TYPES),
      make || province ? [] : counted(inventory, 'province', { offer }, PROVINCES),
      make || priceBand ? [] : countedBands(inventory, offer),
    ]);
  const inYears = ofYears.map(({ value }) => Number(value));
  const modelById = new Map(models.map((each) => [each.id, each]));
  const named = ofModels.flatMap(({ value, cars }) => namedModel(modelById.get(-Number(value)), vehicles, cars));
  return listingsJson<Omit<InventoryResponse, 'listings' | 'pagination'>>(found, request, {
    ...shipped,
    make: make?.name ?? null,
    model: model?.name ?? null,
    carType: carType ?? null,
    fuelType: fuelType ?? null,
    province: province ?? null,
    priceBand: priceBand ?? null,
    prices: prices && { least: amountOf(prices.least), most: amountOf(prices.most) },
    years: inYears.length > 0 ? { oldest: Math.min(...inYears), newest: Math.max(...inYears) } : null,
    makes: ofMakes.map(({ value, cars }) => ({ make: vehicles.makeById.get(Number(value))?.name ?? '', cars })),
    models: make ? named : named.slice(0, MAX_MODELS),
    carTypes: ofTypes.map(({ value, cars }) => ({ carType: value as CarType, cars })),
    fuelTypes: ofFuels.map(({ value, cars }) => ({ fuelType: value as FuelType, cars })),
    provinces: ofProvinces.map(({ value, cars }) => ({ province: String(value), cars })),
    priceBands: ofBands,
  });
}

function subjectOf(
  query: InventoryQuery,
  { makeByKey, makeById, mergedModels, models }: Vehicles,
): { make?: Make; model?: Model } {
  if (query.make === undefined) return {};
  const make = makeByKey.get(nameKey(query.make));
  if (!make) throw new AppError('not_found', 'no such make');
  if (query.model === undefined) return { make };
  const key = nameKey(query.model);
  const ofMake = models.filter(({ makeId }) => makeId === make.id);
  const model =
    ofMake.find(({ name }) => nameKey(name) === key) ??
    ofMake.find(({ aliases }) => aliases.some((alias) => nameKey(alias) === key)) ??
    mergedModels.get(`${make.id} ${key}`);
  if (!model) throw new AppError('not_found', 'no such model');
  return { make: makeById.get(model.makeId) ?? make, model };
}

function namedModel(model: Model | undefined, { makeById }: Vehicles, cars: number): InventoryResponse['models'] {
  const make = model && makeById.get(model.makeId);
  return make ? [{ make: make.name, model: model.name, cars }] : [];
}

/** Returns the values with their numbers of cars, most cars first. Leaves out values that SQL does not count. */
async function counted(
  inventory: Inventory,
  dimension: CountedFilter,
  criteria: ListingCriteria,
  values: readonly (string | number)[],
): Promise<{ value: string | number; cars: number }[]> {
  const found = await inventory.countFacet(dimension, criteria, values);
  return found.flatMap(({ value, cars }) => (cars === null ? [] : [{ value, cars }])).sort((a, b) => b.cars - a.cars);
}

async function countedBands(inventory: Inventory, offer: Offer): Promise<InventoryResponse['priceBands']> {
  const bands = bandsOf(offer).map(async (priceBand) => {
    const { total } = await inventory.count({ offer, priceCents: bandCents(offer, priceBand) });
    return { priceBand, cars: total };
  });
  return (await Promise.all(bands)).filter(({ cars }) => cars > 0);
}
