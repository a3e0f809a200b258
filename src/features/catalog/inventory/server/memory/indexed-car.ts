import type {
  FlagFilter,
  RangeFilter,
  ValueFilter,
} from '#features/catalog/listings/model/criteria/listing-filters.ts';
import type { Offer } from '#features/catalog/listings/model/listing.ts';
import type { ImportedCar } from './import-facts.ts';
import type { Value } from './value-column.ts';

/** Facts by which cars are counted. */
export type ValueName = ValueFilter | 'make' | 'model' | 'year';
export type FlagName = FlagFilter | 'hasPictures';

/** What the index knows of a public car. */
export type IndexedCar = {
  id: number;
  offer: Offer;
  /** Microseconds since 1970, as exact as PostgreSQL sorts. */
  postedAt: number;
  values: { [Name in ValueName]: Value | null };
  numbers: { [Name in RangeFilter]: number | null };
  flags: { [Name in FlagName]: boolean };
  reviewCount: number;
  ratingSum: number;
  /** For the import rules; null for cars for rent, which stay in China. */
  imported: ImportedCar | null;
  /** The words of its texts. */
  words: readonly string[];
  /** The response of a card as JSON. */
  card: string;
};
