import type pg from 'pg';
import { CHOICE_NAMES, columnOf } from '#features/listings/model/listing-fields.ts';
import { CARD_COLUMNS, type CardRow, cardOfRow, PUBLIC } from '#features/listings/server/api.ts';
import type { Listings } from '#lib/server/database/rows.ts';
import { cardJson } from '../card-json.ts';
import type { IndexedCar } from '../memory/car-index.ts';
import type { Reservation } from '../memory/reservations.ts';

/** Rows per statement. One statement takes about 20 ms. */
export const BATCH = 1_000;

const CHOICE_COLUMNS = CHOICE_NAMES.map(columnOf);

const COLUMNS = `${CARD_COLUMNS}, ${CHOICE_COLUMNS.map((column) => `l.${column}`).join(', ')}, l.make_id, l.model_id,
  (extract(epoch from l.posted_at) * 1000000)::bigint as posted_us,
  case when l.status = 'rented' then array(
    select d.day::text from rental_days d
    where d.listing_id = l.id and d.day >= (now() at time zone 'UTC')::date order by d.day
  ) end as rented_days`;

type IndexedRow = CardRow &
  Pick<Listings, (typeof CHOICE_COLUMNS)[number] | 'make_id' | 'model_id'> & {
    posted_us: number;
    rented_days: string[] | null;
  };

/** A public car, and its reservation if it has one. */
export type ReadCar = { car: IndexedCar; reservation: Reservation | null };

const AFTER = `select ${COLUMNS} from listings l where ${PUBLIC} and l.id > $1 order by l.id limit ${BATCH}`;

/** Returns the next public cars in the order of their ids. */
export async function readAfter(client: pg.ClientBase, id: number): Promise<ReadCar[]> {
  return (await client.query<IndexedRow>(AFTER, [id])).rows.map(carOfRow);
}

const BY_ID = `select ${COLUMNS} from listings l where ${PUBLIC} and l.id = any($1)`;

/** Returns those of the cars that are public. */
export async function readCars(pool: pg.Pool, ids: number[]): Promise<ReadCar[]> {
  return (await pool.query<IndexedRow>(BY_ID, [ids])).rows.map(carOfRow);
}

function carOfRow(row: IndexedRow): ReadCar {
  const card = cardOfRow(row);
  const choices = Object.fromEntries(CHOICE_NAMES.map((name) => [name, row[columnOf(name)]]));
  return {
    car: {
      id: row.id,
      offer: card.offer,
      makeId: row.make_id,
      modelId: row.model_id,
      year: row.year,
      priceCents: row.price_cents,
      postedAt: row.posted_us,
      choices: choices as IndexedCar['choices'],
      certified: row.certified,
      hasPictures: card.imageKeys.length > 0,
      reviewCount: row.review_count,
      ratingSum: row.rating_sum,
      card: cardJson({ ...card, availableFrom: null, heldUntil: null }),
    },
    reservation:
      card.heldUntil || row.rented_days?.length
        ? { heldUntil: card.heldUntil, rentedDays: row.rented_days ?? [] }
        : null,
  };
}
