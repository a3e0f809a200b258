import type { CarType, FuelType } from '#features/catalog/listings/model/listing.ts';

export type CatalogModel = {
  name: string;
  /** Other spellings, names in other markets, and the name in Chinese. */
  aliases: string[];
  body: CarType;
  fuels: FuelType[];
  seats: number;
  /** First and last model year; no last year while it is still built. */
  from: number;
  to?: number;
  newPriceUsd: number;
};

export type CatalogMake = {
  name: string;
  aliases: string[];
  /** Home of the maker, ISO 3166-1 alpha-2. */
  country: string;
  models: CatalogModel[];
};

type Fuels = FuelType | `${FuelType} ${FuelType}` | `${FuelType} ${FuelType} ${FuelType}`;

export function make(name: string, country: string, aliases: string[], models: CatalogModel[]): CatalogMake {
  return { name, aliases, country, models };
}

/** One model in one line. The usual fuel comes first; the price is that of a new car of an ordinary trim. */
export function model(
  name: string,
  body: CarType,
  fuels: Fuels,
  seats: number,
  [from, to]: [from: number, to?: number],
  newPriceUsd: number,
  ...aliases: string[]
): CatalogModel {
  const years = to === undefined ? { from } : { from, to };
  return { name, aliases, body, fuels: fuels.split(' ') as FuelType[], seats, ...years, newPriceUsd };
}
