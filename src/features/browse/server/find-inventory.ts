import { PAGE_SIZE } from '#features/listings/model/criteria/explore-query.ts';
import type { ListingCriteria, ListingOrder } from '#features/listings/model/criteria/listing-criteria.ts';
import { CAR_TYPES, type CarType, modelYears } from '#features/listings/model/listing.ts';
import {
  countFacet,
  type Dimension,
  findCards,
  findListings,
  toListingsResponse,
} from '#features/listings/server/api.ts';
import { nameKey } from '#features/vehicles/model/name-key.ts';
import type { Make, Model, Vehicles } from '#features/vehicles/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { amountOf } from '#lib/money.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { InventoryQuery, InventoryResponse } from '../model/inventory-contract.ts';

/** Limit if no make is given. */
const MAX_MODELS = 12;

/**
 * Returns a page of cars and facts about all cars of one make, model or type, or of everything. Throws `not_found` for
 * unknown makes and models.
 */
export async function findInventory(
  db: Queryable,
  query: InventoryQuery,
  vehicles: Vehicles,
  thisYear: number,
): Promise<InventoryResponse> {
  const { make, model } = subjectOf(query, vehicles);
  const { rentSell: offer, carType } = query;
  const ofKind: ListingCriteria = { offer, ...(carType && { carType }) };
  const subject = model ? -model.id : make?.id;
  const criteria: ListingCriteria = { ...ofKind, ...(subject !== undefined && { vehicles: [subject] }) };
  const request = { page: query.page, limit: PAGE_SIZE, order: 'newest' } as const;
  const models = make ? vehicles.models.filter(({ makeId }) => makeId === make.id) : vehicles.models;
  const ids = {
    makes: make ? [] : vehicles.makes.map(({ id }) => id),
    models: models.map(({ id }) => -id),
  };
  const [found, prices, ofYears, ofMakes, ofModels, ofTypes] = await Promise.all([
    findListings(db, [criteria], request),
    priceRange(db, criteria),
    counted(db, 'year', criteria, modelYears(thisYear)),
    counted(db, 'vehicles', ofKind, ids.makes),
    counted(db, 'vehicles', ofKind, ids.models),
    carType ? [] : counted(db, 'carType', criteria, CAR_TYPES),
  ]);
  const inYears = ofYears.map(({ value }) => Number(value));
  const modelById = new Map(models.map((each) => [each.id, each]));
  const named = ofModels.flatMap(({ value, cars }) => namedModel(modelById.get(-Number(value)), vehicles, cars));
  return {
    ...toListingsResponse(found, request),
    make: make?.name ?? null,
    model: model?.name ?? null,
    carType: carType ?? null,
    prices,
    years: inYears.length > 0 ? { oldest: Math.min(...inYears), newest: Math.max(...inYears) } : null,
    makes: ofMakes.map(({ value, cars }) => ({ make: vehicles.makeById.get(Number(value))?.name ?? '', cars })),
    models: make ? named : named.slice(0, MAX_MODELS),
    carTypes: ofTypes.map(({ value, cars }) => ({ carType: value as CarType, cars })),
  };
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

/** Reads only the two ends of a price index. */
async function priceRange(db: Queryable, criteria: ListingCriteria): Promise<InventoryResponse['prices']> {
  const first = async (order: ListingOrder) =>
    (await findCards(db, { criteria, order, limit: 1, offset: 0, total: 1 }))[0]?.priceCents;
  const [min, max] = await Promise.all([first('price-asc'), first('price-desc')]);
  return min === undefined || max === undefined ? null : { least: amountOf(min), most: amountOf(max) };
}

async function counted(
  db: Queryable,
  dimension: Dimension,
  criteria: ListingCriteria,
  values: readonly (string | number)[],
) {
  const found = values.length === 0 ? [] : await countFacet(db, dimension, criteria, values);
  return found.sort((a, b) => b.cars - a.cars);
}
