import type { ImportCar } from '#features/customs/import-rules/model/car.ts';
import { compileMapper } from '#lib/server/compile-mapper.ts';
import type { Listings } from '#lib/server/database/rows.ts';
import { CATALOG_NAMES } from '../../model/facts/catalog-facts.ts';
import { type ColumnOf, columnOf } from '../../model/listing-fields.ts';
import { importCarOfListing } from './fact-origins.ts';

const NAMES = [
  ...CATALOG_NAMES,
  'productionMonth',
  'firstRegistrationMonth',
  'fuelType',
  'engine',
  'emission',
  'carType',
  'vin',
] as const;
type Name = (typeof NAMES)[number];
const COLUMNS = Object.fromEntries(NAMES.map((name) => [name, columnOf(name)])) as { [N in Name]: ColumnOf<N> };

type Named = 'make' | 'model' | 'year' | 'province';
export type ImportRow = Pick<Listings, ColumnOf<Name> | Named>;

/** SQL columns of what the import rules ask for; `l` is the listing. */
export const IMPORT_COLUMNS = ['make', 'model', 'year', 'province', ...Object.values(COLUMNS)]
  .map((column) => `l.${column}`)
  .join(', ');

const statedOf = compileMapper<ImportRow, Parameters<typeof importCarOfListing>[0]>({
  make: 'make',
  model: 'model',
  year: 'year',
  province: 'province',
  ...COLUMNS,
});

export const importCarOfRow = (row: ImportRow): ImportCar => importCarOfListing(statedOf(row));
