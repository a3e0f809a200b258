import { AppError } from '#platform/app-error.ts';
import type { Queryable } from '#platform/database/statement.ts';
import { amountOf } from '#platform/money.ts';
import { PAGE_SIZE } from '../explore-query.ts';
import { CAR_TYPES, type CarType, modelYears } from '../listing.ts';
import type { ListingCriteria, ListingOrder } from '../listing-criteria.ts';
import { nameKey } from '../name-key.ts';
import type { StockAnswer, StockQuery } from '../stock-contract.ts';
import { findListings } from './find-listings.ts';
import { countFacet, type Dimension } from './listing-count-store.server.ts';
import { findCards } from './listing-page-store.server.ts';
import { listingsAnswerOf } from './listings-answer.ts';
import type { Vehicles } from './vehicle-catalogue.ts';
import type { Make, Model } from './vehicle-store.server.ts';

/** So many models are named where no make narrows them. */
const MOST_MODELS = 12;

/**
 * What is on the market of one make, model or type, or of everything: a page of cars, and what is true of all of them. Makes and
 * models that nobody knows are not found.
 */
export async function findStock(
  db: Queryable,
  query: StockQuery,
  vehicles: Vehicles,
  thisYear: number,
): Promise<StockAnswer> {
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
    ...listingsAnswerOf(found, request),
    make: make?.name ?? null,
    model: model?.name ?? null,
    carType: carType ?? null,
    prices,
    years: inYears.length > 0 ? { oldest: Math.min(...inYears), newest: Math.max(...inYears) } : null,
    makes: ofMakes.map(({ value, cars }) => ({ make: vehicles.makeById.get(Number(value))?.name ?? '', cars })),
    models: make ? named : named.slice(0, MOST_MODELS),
    carTypes: ofTypes.map(({ value, cars }) => ({ carType: value as CarType, cars })),
  };
}

function subjectOf(query: StockQuery, { makeByKey, models }: Vehicles): { make?: Make; model?: Model } {
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

function namedModel(model: Model | undefined, { makeById }: Vehicles, cars: number): StockAnswer['models'] {
  const make = model && makeById.get(model.makeId);
  return make ? [{ make: make.name, model: model.name, cars }] : [];
}

/** The ends of an index that holds the cars by price. */
async function priceRange(db: Queryable, criteria: ListingCriteria): Promise<StockAnswer['prices']> {
  const first = async (order: ListingOrder) =>
    (await findCards(db, { criteria, order, limit: 1, offset: 0, total: 1 }))[0]?.priceCents;
  const [least, most] = await Promise.all([first('price-asc'), first('price-desc')]);
  return least === undefined || most === undefined ? null : { least: amountOf(least), most: amountOf(most) };
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
