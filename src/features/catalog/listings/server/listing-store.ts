import { FRESH, type PublicIdentity } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import {
  type Listing,
  type ListingCard,
  type ListingStatus,
  MAX_LENGTH,
  type Offer,
} from '#features/catalog/listings/model/listing.ts';
import type { SellerFacts, WholeListing } from '#features/catalog/listings/model/listing-facts.ts';
import { FIELD_NAMES } from '#features/catalog/listings/model/listing-fields.ts';
import {
  anyOf,
  type Columns,
  execute,
  type Queryable,
  query,
  queryColumn,
  queryFirst,
  rowsOf,
  type Statement,
  statement,
} from '#lib/server/database/postgres.ts';
import type { Listings, ListingViews, Uploads } from '#lib/server/database/rows.ts';
import { BY_PRICE, NEWEST_FIRST, PUBLIC } from './criteria-sql.ts';
import {
  CARD_COLUMNS,
  type CardRow,
  cardOfRow,
  fieldColumns,
  LISTING_COLUMNS,
  type ListingRow,
  listingOfRow,
} from './listing-rows.ts';

export const findListing = queryFirst<Listing, [id: number]>(
  `select ${LISTING_COLUMNS} from listings l where l.id = $1 and deleted_at is null`,
  listingOfRow,
);

/** Returns the listings in any status and order. */
export const findListingsById = query<Listing, [ids: number[]]>(
  `select ${LISTING_COLUMNS} from listings l where l.id = any($1) and deleted_at is null`,
  listingOfRow,
);

/** Returns public cars for sale with ids above `after`, in the order of their ids. */
export const publicCarsForSale = query<Listing, [after: number, limit: number]>(
  `select ${LISTING_COLUMNS} from listings l where ${PUBLIC} and l.offer = 'Sell' and l.id > $1 order by l.id limit $2`,
  listingOfRow,
);

const PUBLIC_CARDS = `select ${CARD_COLUMNS} from listings l where ${PUBLIC} and`;
const PUBLIC_BY_ID = statement(`${PUBLIC_CARDS} l.id = $1`);
const PUBLIC_BY_VIN = statement(`${PUBLIC_CARDS} l.vin = $1 order by l.posted_at desc, l.id desc limit 50`);

const PUBLIC_BY_STOCK = statement(`
  ${PUBLIC_CARDS} l.stock_number is not null and l.stock_number not like 'row-%'
    and upper(regexp_replace(l.stock_number, '[^[:alnum:]]', '', 'g')) = $1
  order by l.posted_at desc, l.id desc limit 50`);

/** Returns the public cars with this id, exactly this VIN or this stock number, newest first. */
export async function findIdentified(db: Queryable, identity: PublicIdentity): Promise<ListingCard[]> {
  const find = (by: Statement, value: string | number) => rowsOf<CardRow>(db, by, [value]);
  if ('id' in identity) return (await find(PUBLIC_BY_ID, identity.id)).map(cardOfRow);
  const rows = 'vin' in identity ? find(PUBLIC_BY_VIN, identity.vin) : find(PUBLIC_BY_STOCK, identity.stock);
  return (await rows).map(cardOfRow);
}

/** Returns the newest inspected cars for sale that have a picture. */
export const findFreshCertified = query<ListingCard>(
  `
  select ${CARD_COLUMNS} from (
    select id, posted_at from listings
    where ${PUBLIC} and ${NEWEST_FIRST} and offer = 'Sell' and certified and cardinality(image_keys) > 0
    order by posted_at desc, id desc limit ${FRESH}
  ) as fresh join listings l using (id) order by fresh.posted_at desc, fresh.id desc`,
  cardOfRow,
);

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

/** Returns those words that occur in the texts of at least one public listing. */
export const wordsInTexts = queryColumn<string, [words: string[]]>(`
  select word from unnest($1::text[]) as word
  where exists (select 1 from listings where ${PUBLIC} and free_text @@ plainto_tsquery('simple', word))`);

export const findPublicCards = query<ListingCard, [ids: number[]]>(`${PUBLIC_CARDS} l.id = any($1)`, cardOfRow);

/** Includes deleted listings. */
export const findCardsByIds = query<ListingCard, [ids: number[]]>(
  `select ${CARD_COLUMNS} from listings l where l.id = ${anyOf('$1')}`,
  cardOfRow,
);

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

export type ListingInput = SellerFacts & {
  makeId: number;
  modelId: number;
  /** What the seller wrote after the model; null leaves the trim unchanged. */
  trim: string | null;
  imageKeys: string[];
  imagePlaceholders: string[];
  report: string | null;
};

/** Columns that a seller can write. */
function columnsOf(car: ListingInput): Partial<Listings> {
  return {
    offer: car.offer,
    make_id: car.makeId,
    model_id: car.modelId,
    make: car.make,
    model: car.model,
    ...(car.trim !== null && { trim: car.trim.slice(0, MAX_LENGTH.trim) }),
    year: car.year,
    price_cents: car.priceCents,
    mileage: car.mileage?.value ?? null,
    mileage_unit: car.mileage?.unit ?? 'km',
    ...fieldColumns(FIELD_NAMES, car),
    image_keys: car.imageKeys,
    image_placeholders: car.imagePlaceholders,
    certification_report: car.report,
    contact_methods: car.contactMethods,
    availability: car.availability,
    response_time: car.responseTime,
  };
}

/** Adds a listing in review. Returns null if the seller has another one with this VIN. */
export async function insertListing(db: Queryable, userId: number, car: ListingInput): Promise<number | null> {
  const columns = columnsOf(car);
  const names = Object.keys(columns);
  const { rows } = await db.query<Pick<Listings, 'id'>>(
    `insert into listings (user_id, status, ${names.join(', ')})
     values ($1, 'requested', ${names.map((_, index) => `$${index + 2}`).join(', ')}) on conflict do nothing returning id`,
    [userId, ...Object.values(columns)],
  );
  return rows[0]?.id ?? null;
}

export async function updateListing(
  db: Queryable,
  id: number,
  car: ListingInput,
  status: ListingStatus,
): Promise<void> {
  const columns = columnsOf(car);
  const settings = Object.keys(columns).map((name, index) => `${name} = $${index + 3}`);
  await db.query(
    `update listings set status = $2, ${settings.join(', ')},
       reasons = case when $2 = status then reasons else '{}' end, updated_at = now(), version = version + 1
     where id = $1`,
    [id, status, ...Object.values(columns)],
  );
}

export async function hasVinDuplicate(db: Queryable, userId: number, vin: string, except: number): Promise<boolean> {
  const { rowCount } = await db.query(
    'select 1 from listings where user_id = $1 and vin = $2 and id <> $3 and deleted_at is null',
    [userId, vin, except],
  );
  return rowCount !== 0;
}

export const setStatus = execute<[id: number, status: ListingStatus, reasons: string[]]>(`
  update listings set status = $2, reasons = $3, updated_at = now(), version = version + 1,
    posted_at = case when $2 = 'active' and status = 'requested' then now() else posted_at end
  where id = $1`);

export async function deleteListing(db: Queryable, id: number): Promise<void> {
  await db.query('update listings set deleted_at = now(), version = version + 1 where id = $1', [id]);
}

type WholeRow = ListingRow &
  Pick<Listings, 'version' | 'reasons' | 'availability' | 'response_time'> & {
    contact_methods: WholeListing['contactMethods'];
  };

const WHOLE = `select ${LISTING_COLUMNS}, l.reasons, l.version, l.contact_methods, l.availability, l.response_time
  from listings l where l.id = $1 and l.deleted_at is null`;
const FIND_WHOLE = statement(WHOLE);
const LOCK_WHOLE = statement(`${WHOLE} for update`);

/** Returns a listing in any status. `lock` locks it until the transaction ends. */
export async function findWholeListing(db: Queryable, id: number, lock = false): Promise<WholeListing | null> {
  const [row] = await rowsOf<WholeRow>(db, lock ? LOCK_WHOLE : FIND_WHOLE, [id]);
  if (!row) return null;
  const { contact_methods: contactMethods, availability, response_time: responseTime, reasons, version } = row;
  return { ...listingOfRow(row), contactMethods, availability, responseTime, reasons, version };
}

export type MyListing = ListingCard & { reasons: string[]; version: number; views: number; favourites: number };
type MyRow = CardRow & Pick<Listings, 'reasons' | 'version'> & Pick<ListingViews, 'views'> & { favourites: number };

/** Returns a page of a user's listings, last changed first, and their total. */
export async function listingsOfUser(
  db: Queryable,
  userId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ listings: MyListing[]; total: number }> {
  const { rows: counted } = await db.query<{ total: number }>(
    'select count(*) as total from listings where user_id = $1 and deleted_at is null',
    [userId],
  );
  const { rows } = await db.query<MyRow>(
    `select ${CARD_COLUMNS}, l.reasons, l.version, coalesce(v.views, 0) as views,
       (select count(*) from favourites f where f.listing_id = l.id) as favourites
     from (select id from listings where user_id = $1 and deleted_at is null order by posted_at desc, id desc limit $2 offset $3) page
     join listings l using (id) left join listing_views v on v.listing_id = l.id order by l.posted_at desc, l.id desc`,
    [userId, limit, offset],
  );
  return {
    total: counted[0]?.total ?? 0,
    listings: rows.map((row) => {
      const { reasons, version, views, favourites } = row;
      return { ...cardOfRow(row), reasons, version, views, favourites };
    }),
  };
}

/** Counts a view of a public car. */
export async function addView(db: Queryable, id: number): Promise<void> {
  await db.query(
    `insert into listing_views as seen (listing_id, views)
     select id, 1 from listings where id = $1 and ${PUBLIC}
     on conflict (listing_id) do update set views = seen.views + 1`,
    [id],
  );
}
