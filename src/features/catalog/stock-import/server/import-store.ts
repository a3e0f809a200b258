import type { ListingStatus } from '#features/catalog/listings/model/listing.ts';
import { LISTING_FIELDS } from '#features/catalog/listings/model/listing-fields.ts';
import { fieldColumns } from '#features/catalog/listings/server/listing-rows.ts';
import {
  allowLongStatements,
  type Columns,
  type Queryable,
  queryAny,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
import type { Listings, Users } from '#lib/server/database/rows.ts';
import { IMPORTED_FIELDS } from '../model/fact-columns.ts';
import type { OwnListing } from '../model/match-listing.ts';
import type { CsvCar } from '../model/row-to-car.ts';

export type ImportedCar = CsvCar & { makeId: number; modelId: number };

/** Columns that an import can write, with their types. */
const FACTS: Record<string, 'text' | 'int' | 'bigint' | 'numeric'> = {
  stock_number: 'text',
  make_id: 'int',
  model_id: 'int',
  make: 'text',
  model: 'text',
  trim: 'text',
  year: 'int',
  price_cents: 'bigint',
  mileage: 'int',
  mileage_unit: 'text',
  ...Object.fromEntries(
    IMPORTED_FIELDS.map((name) => {
      const field = LISTING_FIELDS[name];
      return [field.column, field.kind !== 'number' ? 'text' : 'decimals' in field ? 'numeric' : 'int'];
    }),
  ),
};

const COLUMNS = Object.keys(FACTS);
const listed = (write: (column: string) => string) => COLUMNS.map(write).join(', ');
const CARS = `jsonb_to_recordset($1::jsonb) as car (id bigint, offer text, ${Object.entries(FACTS)
  .map((fact) => fact.join(' '))
  .join(', ')})`;

function recordOf(car: ImportedCar): Partial<Record<keyof Listings, unknown>> {
  return {
    offer: car.offer,
    stock_number: car.stockNumber,
    make_id: car.makeId,
    model_id: car.modelId,
    make: car.make,
    model: car.model,
    trim: car.trim,
    year: car.year,
    price_cents: car.priceCents,
    mileage: car.mileage?.value ?? null,
    mileage_unit: car.mileage?.unit ?? null,
    ...fieldColumns(IMPORTED_FIELDS, car),
  };
}

export type Seller = Pick<Users, 'id' | 'name' | 'status'>;

export async function findSeller(db: Queryable, emailKeys: string[]): Promise<Seller | null> {
  const { rows } = await db.query<Seller>(
    'select id, name, status from users where email_key = any($1) and deleted_at is null',
    [emailKeys],
  );
  return rows[0] ?? null;
}

export const isActiveSeller = queryAny<[id: number]>(
  "select 1 from users where id = $1 and status = 'Active' and deleted_at is null",
);

/** Blocks other imports for the seller until the transaction ends, and raises its timeouts for large batches. */
export async function lockSeller(db: Queryable, userId: number): Promise<void> {
  await allowLongStatements(db, { statementS: 60, lockS: 30 });
  await db.query('select 1 from users where id = $1 for no key update', [userId]);
}

const ownBy = (column: 'stock_number' | 'vin', parameter: string) => `
  select own.* from unnest(${parameter}::text[]) as wanted (text)
  cross join lateral (
    select id, stock_number as "stockNumber", vin, status, offer from listings
    where user_id = $1 and deleted_at is null and ${column} = wanted.text limit 1
  ) as own`;

type OwnRow = Columns<Listings, 'id' | 'stock_number' | 'vin' | 'status' | 'offer'>;
const OWN_LISTINGS = `${ownBy('stock_number', '$2')} union ${ownBy('vin', '$3')}`;

/**
 * Returns the seller's listings with a stock number or VIN of these cars. Not prepared, because the plan must follow
 * the growth of the table.
 */
export async function findOwnListings(db: Queryable, userId: number, cars: ImportedCar[]): Promise<OwnListing[]> {
  const stockNumbers = cars.map((car) => car.stockNumber).filter((text) => text !== null);
  const vins = cars.map((car) => car.vin).filter((text) => text !== null);
  return (await db.query<OwnRow>({ text: OWN_LISTINGS, values: [userId, stockNumbers, vins] })).rows;
}

/**
 * Without current statistics, PostgreSQL looks up stock numbers with the VIN index and reads all cars of the seller.
 */
export async function refreshStatistics(db: Queryable): Promise<void> {
  await db.query('analyze listings (user_id, stock_number, vin)');
}

const INSERT = statement(`
  insert into listings (user_id, status, offer, ${listed((column) => column)})
  select $2, $3, car.offer, ${listed((column) => (column === 'mileage_unit' ? "coalesce(car.mileage_unit, 'km')" : `car.${column}`))}
  from ${CARS}
  on conflict do nothing
  returning stock_number as "stockNumber", vin`);

/** Adds listings and returns the identities of those added. Omits listings that another process added first. */
export async function insertListings(db: Queryable, userId: number, status: ListingStatus, cars: ImportedCar[]) {
  const records = JSON.stringify(cars.map(recordOf));
  return rowsOf<Columns<Listings, 'stock_number' | 'vin'>>(db, INSERT, [records, userId, status]);
}

/** A blank cell keeps the current value. */
const newValue = (column: string) => `coalesce(car.${column}, l.${column})`;

const CHANGED = statement(`
  select l.id from ${CARS} join listings l on l.id = car.id
  where (${listed((column) => `l.${column}`)}) is distinct from (${listed(newValue)})`);

const UPDATE = statement(`
  update listings l set ${listed((column) => `${column} = ${newValue(column)}`)}, updated_at = now(), version = version + 1
  from ${CARS} where l.id = car.id`);

export type KnownCar = ImportedCar & { id: number };

/** Returns the ids of the listings whose facts differ from the spreadsheet. */
export async function findChanged(db: Queryable, cars: KnownCar[]): Promise<Set<number>> {
  const rows = await rowsOf<Pick<Listings, 'id'>>(db, CHANGED, [knownRecords(cars)]);
  return new Set(rows.map(({ id }) => id));
}

export async function updateListings(db: Queryable, cars: KnownCar[]): Promise<void> {
  await rowsOf(db, UPDATE, [knownRecords(cars)]);
}

function knownRecords(cars: KnownCar[]): string {
  return JSON.stringify(cars.map((car) => ({ id: car.id, ...recordOf(car) })));
}

export type GoneCar = Columns<Listings, 'id' | 'stock_number' | 'make' | 'model' | 'year'>;

const ON_OFFER = statement(`
  select id, stock_number as "stockNumber", vin, make, model, year from listings
  where user_id = $1 and offer = $2 and status in ('active', 'requested') and deleted_at is null
    and stock_number is not null and stock_number not like 'row-%'
  order by id`);

/**
 * Returns the seller's cars on offer whose stock number and VIN a file does not have. Compared here, because PostgreSQL compares each
 * of 20,000 cars with each of 20,000 numbers.
 */
export async function findGoneCars(
  db: Queryable,
  seller: { userId: number; offer: string },
  seen: { stockNumbers: ReadonlySet<string>; vins: ReadonlySet<string> },
): Promise<GoneCar[]> {
  const cars = await rowsOf<GoneCar & Columns<Listings, 'vin'>>(db, ON_OFFER, [seller.userId, seller.offer]);
  return cars
    .filter(({ stockNumber, vin }) => !seen.stockNumbers.has(stockNumber ?? '') && !(vin && seen.vins.has(vin)))
    .map(({ vin: _, ...car }) => car);
}

const PAUSE = statement(`
  update listings set status = 'paused', updated_at = now(), version = version + 1
  where id = any($1) and status = 'active' and not exists (select 1 from sale_claims where listing_id = listings.id)
  returning id`);

/** Pauses public cars, except those that are being paid for. Returns the ids of the paused ones. */
export async function pauseCars(db: Queryable, ids: number[]): Promise<number[]> {
  return (await rowsOf<Pick<Listings, 'id'>>(db, PAUSE, [ids])).map(({ id }) => id);
}
