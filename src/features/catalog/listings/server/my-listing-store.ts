import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { Listings, ListingViews } from '#lib/server/database/rows.ts';
import type { ListingCard, ListingStatus } from '../model/listing.ts';
import type { SellerFacts, WholeListing } from '../model/listing-facts.ts';
import { FIELD_NAMES } from '../model/listing-fields.ts';
import { PUBLIC } from './criteria-sql.ts';
import {
  CARD_COLUMNS,
  type CardRow,
  cardOfRow,
  fieldColumns,
  LISTING_COLUMNS,
  type ListingRow,
  listingOfRow,
} from './listing-rows.ts';

export type ListingInput = SellerFacts & {
  makeId: number;
  modelId: number;
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

const SET_STATUS = statement(`
  update listings set status = $2, reasons = $3, updated_at = now(), version = version + 1,
    posted_at = case when $2 = 'active' and status = 'requested' then now() else posted_at end
  where id = $1`);

export async function setStatus(db: Queryable, id: number, status: ListingStatus, reasons: string[]): Promise<void> {
  await rowsOf(db, SET_STATUS, [id, status, reasons]);
}

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
