import { anyOf, type Columns, type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { Uploads } from '#lib/server/database/rows.ts';
import { FRESH } from '../model/criteria/listing-criteria.ts';
import type { Listing, ListingCard, Offer } from '../model/listing.ts';
import { BY_PRICE, NEWEST_FIRST, PUBLIC } from './criteria-sql.ts';
import {
  CARD_COLUMNS,
  type CardRow,
  cardOfRow,
  LISTING_COLUMNS,
  type ListingRow,
  listingOfRow,
} from './listing-rows.ts';

const BY_ID = statement(`select ${LISTING_COLUMNS} from listings l where l.id = $1 and deleted_at is null`);

export async function findListing(db: Queryable, id: number): Promise<Listing | null> {
  const [row] = await rowsOf<ListingRow>(db, BY_ID, [id]);
  return row ? listingOfRow(row) : null;
}

const BY_IDS = statement(`select ${LISTING_COLUMNS} from listings l where l.id = any($1) and deleted_at is null`);

/** Returns the listings in any status and order. */
export async function findListingsById(db: Queryable, ids: number[]): Promise<Listing[]> {
  return (await rowsOf<ListingRow>(db, BY_IDS, [ids])).map(listingOfRow);
}

const PUBLIC_AFTER = statement(
  `select ${LISTING_COLUMNS} from listings l where ${PUBLIC} and l.offer = 'Sell' and l.id > $1 order by l.id limit $2`,
);

/** Returns public cars for sale with ids above `after`, in the order of their ids. */
export async function publicCarsForSale(db: Queryable, after: number, limit: number): Promise<Listing[]> {
  return (await rowsOf<ListingRow>(db, PUBLIC_AFTER, [after, limit])).map(listingOfRow);
}

const FRESH_CERTIFIED = statement(`
  select ${CARD_COLUMNS} from (
    select id, posted_at from listings
    where ${PUBLIC} and ${NEWEST_FIRST} and offer = 'Sell' and certified and cardinality(image_keys) > 0
    order by posted_at desc, id desc limit ${FRESH}
  ) as fresh join listings l using (id) order by fresh.posted_at desc, fresh.id desc`);

const PUBLIC_CARDS = `select ${CARD_COLUMNS} from listings l where ${PUBLIC} and`;
const PUBLIC_BY_ID = statement(`${PUBLIC_CARDS} l.id = $1`);
const PUBLIC_BY_VIN = statement(`${PUBLIC_CARDS} l.vin = $1 order by l.posted_at desc, l.id desc limit 50`);

/** Returns the public cars with this id or exactly this VIN, newest first. */
export async function findIdentified(
  db: Queryable,
  identity: { id: number } | { vin: string },
): Promise<ListingCard[]> {
  const rows =
    'id' in identity
      ? await rowsOf<CardRow>(db, PUBLIC_BY_ID, [identity.id])
      : await rowsOf<CardRow>(db, PUBLIC_BY_VIN, [identity.vin]);
  return rows.map(cardOfRow);
}

/** Returns the newest inspected cars for sale that have a picture. */
export async function findFreshCertified(db: Queryable): Promise<ListingCard[]> {
  return (await rowsOf<CardRow>(db, FRESH_CERTIFIED, [])).map(cardOfRow);
}

const RELATED_CANDIDATES = statement(`
  select ${CARD_COLUMNS} from (
    (select id from listings where ${PUBLIC} and ${NEWEST_FIRST} and offer = $1 and make_id = (select make_id from listings where id = $2)
      order by posted_at desc, id desc limit 40)
    union
    (select id from listings where ${PUBLIC} and ${BY_PRICE} and offer = $1 and car_type = $3 and price_cents >= $4
      order by price_cents, id limit 20)
    union
    (select id from listings where ${PUBLIC} and ${BY_PRICE} and offer = $1 and car_type = $3 and price_cents <= $4
      order by price_cents desc, id desc limit 20)
  ) as candidates join listings l using (id)`);

/** Returns the newest cars of the same make, and cars of the same type that are nearest in price. */
export async function findRelatedCandidates(
  db: Queryable,
  car: { id: number; offer: Offer; carType: string | null; priceCents: number },
): Promise<ListingCard[]> {
  return (await rowsOf<CardRow>(db, RELATED_CANDIDATES, [car.offer, car.id, car.carType, car.priceCents])).map(
    cardOfRow,
  );
}

const WORDS_IN_TEXTS = statement(`
  select word from unnest($1::text[]) as word
  where exists (select 1 from listings where ${PUBLIC} and free_text @@ plainto_tsquery('simple', word))`);

/** Returns those words that occur in the texts of at least one public listing. */
export async function wordsInTexts(db: Queryable, words: string[]): Promise<string[]> {
  return (await rowsOf<{ word: string }>(db, WORDS_IN_TEXTS, [words])).map(({ word }) => word);
}

const CARDS = statement(`select ${CARD_COLUMNS} from listings l where l.id = ${anyOf('$1')}`);

const PUBLIC_BY_IDS = statement(`${PUBLIC_CARDS} l.id = any($1)`);

export async function findPublicCards(db: Queryable, ids: number[]): Promise<ListingCard[]> {
  return (await rowsOf<CardRow>(db, PUBLIC_BY_IDS, [ids])).map(cardOfRow);
}

/** Includes deleted listings. */
export async function findCardsByIds(db: Queryable, ids: number[]): Promise<ListingCard[]> {
  return (await rowsOf<CardRow>(db, CARDS, [ids])).map(cardOfRow);
}

/** For the seller's data export. */
export async function listingsOfSeller(db: Queryable, userId: number): Promise<Record<string, unknown>[]> {
  const { rows } = await db.query(
    `select id, stock_number as "stockNumber", offer, status, make, model, trim, year, price_cents as "priceCents", currency,
       mileage, mileage_unit as "mileageUnit", location, vin, description, posted_at as "postedAt"
     from listings where user_id = $1 and deleted_at is null order by id`,
    [userId],
  );
  return rows;
}

/** Deletes a seller's listings except sold ones, when the account is closed. */
export async function withdrawListings(db: Queryable, userId: number): Promise<void> {
  await db.query(
    `update listings set deleted_at = now(), version = version + 1
     where user_id = $1 and deleted_at is null and status <> 'sold'`,
    [userId],
  );
}

const ADD = statement(
  'update listings set review_count = review_count + $2, rating_sum = rating_sum + $3 where id = $1',
);

/** Adds to the review count and star sum of a listing. */
export async function rateListing(db: Queryable, id: number, by: { reviews: number; stars: number }): Promise<void> {
  await rowsOf(db, ADD, [id, by.reviews, by.stars]);
}

type OwnedKey = Columns<Uploads, 'user_id' | 'key'>;

const IN_USE = statement(`
  select asked.user_id as "userId", asked.key from unnest($1::bigint[], $2::text[]) as asked (user_id, key)
  where exists (select 1 from listings l
      where l.user_id = asked.user_id and l.deleted_at is null
        and (asked.key = any(l.image_keys) or asked.key = l.certification_report))
    or exists (select 1 from listing_drafts d
      where d.user_id = asked.user_id and (asked.key = any(d.photos) or asked.key = d.report))`);

/** Returns the uploads that a listing or a draft of their user refers to. */
export function uploadsInUse(db: Queryable, uploads: OwnedKey[]): Promise<OwnedKey[]> {
  return rowsOf<OwnedKey>(db, IN_USE, [uploads.map(({ userId }) => userId), uploads.map(({ key }) => key)]);
}
