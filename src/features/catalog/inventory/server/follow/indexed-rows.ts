import type pg from 'pg';
import { cardJson, detailJson } from '#features/catalog/inventory/server/inventory.ts';
import {
  type FlagFilter,
  VALUE_FILTERS,
  type ValueFilter,
} from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import {
  FLAG_CONDITIONS,
  PUBLIC,
  RANGE_EXPRESSIONS,
  VALUE_COLUMNS,
} from '#features/catalog/listings/server/criteria-sql.ts';
import { IMPORT_COLUMNS, type ImportRow, importCarOfRow } from '#features/catalog/listings/server/facts/import-car.ts';
import { findReachable } from '#features/catalog/listings/server/find-public-listing.ts';
import { CARD_COLUMNS, type CardRow, cardOfRow } from '#features/catalog/listings/server/listing-rows.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { Listings } from '#lib/server/database/rows.ts';
import type { IndexedCar } from '../memory/indexed-car.ts';
import type { Reservation } from '../memory/reservations.ts';

/** Rows per statement. One statement takes about 20 ms. */
export const BATCH = 1_000;

const named = (expressions: Record<string, string>) =>
  Object.entries(expressions)
    .map(([name, expression]) => `${expression} as "${name}"`)
    .join(', ');

/** Expressions over the columns of listings, which they name without an alias. */
const FACTS = `select id as fact_id, ${named(VALUE_COLUMNS)}, ${named(FLAG_CONDITIONS)},
    ${RANGE_EXPRESSIONS.mileageKm} as "mileageKm", ${RANGE_EXPRESSIONS.engineCc} as "engineCc",
    make_id, model_id, tsvector_to_array(free_text) as words,
    (extract(epoch from posted_at) * 1000000)::bigint as posted_us,
    case when offer = 'Rent' then array(
      select d.day::text from rental_days d
      where d.listing_id = listings.id and d.day >= (now() at time zone 'UTC')::date order by d.day
    ) end as rented_days
  from listings where ${PUBLIC}`;

type IndexedRow = CardRow &
  ImportRow &
  Pick<Listings, 'make_id' | 'model_id'> & { [Name in ValueFilter]: string | number | null } & {
    [Name in Exclude<FlagFilter, 'certified'>]: boolean;
  } & {
    mileageKm: number | null;
    engineCc: number | null;
    words: string[];
    posted_us: number;
    rented_days: string[] | null;
  };

/** A public car, and its reservation if it has one. */
export type ReadCar = { car: IndexedCar; reservation: Reservation | null };

const carsWith = (facts: string) =>
  `select ${CARD_COLUMNS}, ${IMPORT_COLUMNS}, facts.* from (${facts}) as facts join listings l on l.id = facts.fact_id order by l.id`;

const AFTER = carsWith(`${FACTS} and id > $1 order by id limit ${BATCH}`);

/** Returns the next public cars in the order of their ids. */
export async function readAfter(client: pg.ClientBase, id: number): Promise<ReadCar[]> {
  return (await client.query<IndexedRow>(AFTER, [id])).rows.map(carOfRow);
}

const BY_ID = carsWith(`${FACTS} and id = any($1)`);

/** Returns those of the cars that are public. */
export async function readCars(db: Queryable, ids: number[]): Promise<ReadCar[]> {
  return (await db.query<IndexedRow>(BY_ID, [ids])).rows.map(carOfRow);
}

/** Returns the response of a car without its reservation as JSON; null if the public cannot open it. */
export async function readDetail(pool: pg.Pool, id: number): Promise<string | null> {
  const listing = await findReachable(pool, id);
  return listing && detailJson({ ...listing, availableFrom: null, heldUntil: null });
}

function carOfRow(row: IndexedRow): ReadCar {
  const card = cardOfRow(row);
  const isRented = row.status === 'rented';
  return {
    car: {
      id: row.id,
      offer: card.offer,
      postedAt: row.posted_us,
      values: {
        make: row.make_id,
        model: row.model_id,
        year: row.year,
        ...(Object.fromEntries(VALUE_FILTERS.map((name) => [name, row[name]])) as Pick<IndexedRow, ValueFilter>),
      },
      numbers: {
        year: row.year,
        priceCents: row.price_cents,
        mileageKm: row.mileageKm,
        engineCc: row.engineCc,
      },
      flags: {
        certified: row.certified,
        hasVin: row.hasVin,
        hasReport: row.hasReport,
        hasPictures: card.imageKeys.length > 0,
      },
      reviewCount: row.review_count,
      ratingSum: row.rating_sum,
      imported:
        card.offer === 'Sell'
          ? { car: importCarOfRow(row), taxRate: card.taxRate, feeCents: card.registrationFeeCents }
          : null,
      words: row.words,
      card: cardJson({ ...card, availableFrom: null, heldUntil: null }),
    },
    reservation:
      card.heldUntil || row.rented_days?.length
        ? { heldUntil: card.heldUntil, isRented, rentedDays: row.rented_days ?? [] }
        : null,
  };
}
