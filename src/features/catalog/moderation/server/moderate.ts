import type { ListingStatus } from '#features/catalog/listings/model/listing.ts';
import type { WholeListing } from '#features/catalog/listings/model/listing-facts.ts';
import { toCardResponse, toListingResponse } from '#features/catalog/listings/server/listing-mapper.ts';
import type { AdminCard } from '#features/catalog/moderation/model/admin-listing.ts';
import type {
  AdminCardResponse,
  AdminListingResponse,
  ModerationQuery,
  ModerationResponse,
  ReviewResponse,
} from '#features/catalog/moderation/model/admin-listing-contract.ts';
import { vinResponse } from '#features/catalog/vehicles/server/check-vin.ts';
import { findProfile } from '#features/people/server/api.ts';
import { copiesOfPhotos, type PhotoCopies } from '#features/site/server/api.ts';
import type { Clock } from '#lib/clock.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { type Queryable, queryNumber, rowsOf, type Statement, statement } from '#lib/server/database/postgres.ts';
import type { Listings } from '#lib/server/database/rows.ts';
import { phoneFields } from '#lib/server/phone-number.ts';
import { ADMIN_LISTING_COLUMNS, type AdminCardRow, adminListingOfRow } from './admin-listing-store.ts';
import { adminListing } from './find-admin-listings.ts';

/** Returns the requested listing if it is in review, else the one that has waited longest. */
export async function nextReview(
  db: Queryable,
  clock: Clock,
  query: ModerationQuery,
  t: Translator,
): Promise<ModerationResponse> {
  const [waiting, id] = await Promise.all([countQueued(db), findQueued(db, query.listing)]);
  const review = id === null ? null : await reviewOf(db, clock, id, t);
  return { flag: '1', waiting, review };
}

async function reviewOf(db: Queryable, clock: Clock, id: number, t: Translator): Promise<ReviewResponse> {
  const listing = await adminListing(db, id);
  const { userId, vin, make, year, imageKeys } = listing;
  const photos = imageKeys.filter((key) => key.startsWith('photo-'));
  const [twins, person, history, next, changes, undecided] = await Promise.all([
    copiesOfPhotos(db, userId, photos).then((copies) => findDuplicates(db, id, vin, copies)),
    findProfile(db, userId),
    sellerHistory(db, userId, id),
    queuedBehind(db, id),
    changesBySeller(db, id),
    undecidedNames(db, id),
  ]);
  return {
    listing: toAdminListingResponse(listing),
    next,
    undecided,
    changes,
    vin: vin === null ? null : vinResponse(vin, { make, year }, clock.now().getUTCFullYear(), t),
    twins: twins.map(({ sameVin, samePhotos, similarPhotos, photo, ...card }) => ({
      ...toAdminCardResponse(card),
      sameVin,
      samePhotos,
      similarPhotos,
      photo: photo === null ? null : photoOf(card, photo),
      sameSeller: card.userId === userId,
    })),
    seller: {
      id: userId,
      name: person?.name ?? '',
      email: person?.email ?? '',
      ...phoneFields(person?.mobile ?? null),
      status: person?.status ?? 'Inactive',
      since: person?.createdAt.toISOString() ?? '',
      listings: history.listings,
      latest: history.latest.map(toAdminCardResponse),
    },
  };
}

const UNDECIDED = statement(`
  select makes.known as make, models.known as model from listings l
    join makes on makes.id = l.make_id join models on models.id = l.model_id where l.id = $1`);

async function undecidedNames(db: Queryable, id: number): Promise<ReviewResponse['undecided']> {
  const [known] = await rowsOf<{ make: boolean; model: boolean }>(db, UNDECIDED, [id]);
  return (['make', 'model'] as const).filter((name) => known?.[name] === false);
}

const photoOf = (card: AdminCard, key: string) =>
  toAdminCardResponse({ ...card, imageKeys: [key], imagePlaceholders: [] }).images[0] ?? null;

/** The count of the queue stops here. */
const MAX_QUEUE_COUNT = 1_000;
const MAX_DUPLICATES = 12;
/** Only the latest listings of a seller are counted. */
const MAX_HISTORY_COUNT = 1_000;

const WAITING = "status = 'requested' and status <> 'active' and deleted_at is null";
const FIRST_IN_QUEUE = statement(`select id from listings where ${WAITING} order by posted_at, id limit 1`);
const IF_WAITING = statement(`select id from listings where ${WAITING} and id = $1`);
const BEHIND = statement(`
  select id from listings
  where ${WAITING} and (posted_at, id) > (select posted_at, id from listings where id = $1)
  order by posted_at, id limit 1`);
const FIRST_EXCEPT = statement(`select id from listings where ${WAITING} and id <> $1 order by posted_at, id limit 1`);

const countQueued = queryNumber(
  `select count(*)::int as waiting from (select 1 from listings where ${WAITING} limit ${MAX_QUEUE_COUNT}) as queue`,
);

const idOf = async (db: Queryable, query: Statement, values: number[]) =>
  (await rowsOf<Pick<Listings, 'id'>>(db, query, values))[0]?.id ?? null;

/** Returns the requested listing if it is in review, else the one that has waited longest. */
async function findQueued(db: Queryable, listing: number | undefined): Promise<number | null> {
  const named = listing === undefined ? null : await idOf(db, IF_WAITING, [listing]);
  return named ?? idOf(db, FIRST_IN_QUEUE, []);
}

/** Returns the next listing in the queue. After the last one, it starts again. */
async function queuedBehind(db: Queryable, listing: number): Promise<number | null> {
  return (await idOf(db, BEHIND, [listing])) ?? idOf(db, FIRST_EXCEPT, [listing]);
}

type Twin = AdminCard & { sameVin: boolean; samePhotos: number; similarPhotos: number; photo: string | null };

const DUPLICATES = statement(`
  select ${ADMIN_LISTING_COLUMNS}, coalesce(l.vin = $2, false) as same_vin,
    cardinality(array(select unnest(l.image_keys) intersect select unnest($3::text[]))) as same_photos,
    cardinality(array(select unnest(l.image_keys) intersect select unnest($4::text[]))) as similar_photos,
    (select key from unnest(l.image_keys) with ordinality as photos (key, place) where key = any($3::text[] || $4::text[])
      order by key = any($3::text[]) desc, place limit 1) as photo
  from listings l where l.id <> $1 and l.id in (
    (select id from listings where vin = $2 and vin is not null and deleted_at is null limit ${MAX_DUPLICATES})
    union
    (select id from listings where image_keys && $3::text[] and image_keys[1] like 'photo-%' and deleted_at is null
      limit ${MAX_DUPLICATES})
    union
    (select id from listings where image_keys && $4::text[] and image_keys[1] like 'photo-%' and deleted_at is null
      limit ${MAX_DUPLICATES})
  ) order by same_vin desc, l.image_keys && $3::text[] desc, l.posted_at desc, l.id desc`);

/** Returns other listings with the same VIN or one of the photos. */
async function findDuplicates(
  db: Queryable,
  id: number,
  vin: string | null,
  { same, alike }: PhotoCopies,
): Promise<Twin[]> {
  type Row = AdminCardRow & { same_vin: boolean; same_photos: number; similar_photos: number; photo: string | null };
  const rows = await rowsOf<Row>(db, DUPLICATES, [id, vin, same, alike]);
  return rows.map((row) => ({
    ...adminListingOfRow(row),
    sameVin: row.same_vin,
    samePhotos: row.same_photos,
    similarPhotos: row.similar_photos,
    photo: row.photo,
  }));
}

const BY_STATE = statement(`
  select status, count(*)::int as cars from (
    select status from listings where user_id = $1 and deleted_at is null order by posted_at desc limit ${MAX_HISTORY_COUNT}
  ) as latest group by status order by status`);
const LATEST = statement(`
  select ${ADMIN_LISTING_COLUMNS} from listings l where l.user_id = $1 and l.id <> $2 and l.deleted_at is null
  order by l.posted_at desc, l.id desc limit 5`);

/** Returns the numbers per status of a seller's latest 1,000 listings, and the five latest except `besides`. */
async function sellerHistory(
  db: Queryable,
  userId: number,
  besides: number,
): Promise<{ listings: Partial<Record<ListingStatus, number>>; latest: AdminCard[] }> {
  const counts = await rowsOf<Pick<Listings, 'status'> & { cars: number }>(db, BY_STATE, [userId]);
  const latest = await rowsOf<AdminCardRow>(db, LATEST, [userId, besides]);
  return {
    listings: Object.fromEntries(counts.map(({ status, cars }) => [status, cars])),
    latest: latest.map(adminListingOfRow),
  };
}

const EDITS = statement(`
  select details ->> 'from' as "from", details -> 'before' as before, details -> 'after' as after from audit_log
  where subject_kind = 'listing' and subject_id = $1 and action = 'listing edited'
    and id > coalesce((
      select max(id) from audit_log
      where subject_kind = 'listing' and subject_id = $1
        and (action = 'listing approved' or action = 'listing changed' and details -> 'after' ->> 'listing_status' = 'active')
    ), 0)
  order by id`);

type Values = Record<string, unknown>;
type SellerChange = { field: string; before: string | null; after: string | null };

/** Returns what the seller changed of a live or returned listing since an administrator last decided about it. */
async function changesBySeller(db: Queryable, id: number): Promise<SellerChange[]> {
  const changes = new Map<string, SellerChange>();
  const edits = await rowsOf<{ from: string; before: Values; after: Values }>(db, EDITS, [id]);
  // Edits before the first decision are left out, because no administrator has seen the listing before them.
  const first = edits.findIndex(({ from }) => from !== 'requested');
  for (const { before, after } of first === -1 ? [] : edits.slice(first))
    for (const field of Object.keys(after)) {
      const known = changes.get(field);
      changes.set(field, { field, before: known ? known.before : plain(before[field]), after: plain(after[field]) });
    }
  return [...changes.values()].filter(({ before, after }) => before !== after);
}

function plain(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function toAdminCardResponse(card: AdminCard): AdminCardResponse {
  return { ...toCardResponse(card), user_id: card.userId, state: card.status, version: card.version };
}

export function toAdminListingResponse(listing: WholeListing): AdminListingResponse {
  return {
    ...toListingResponse(listing),
    user_id: listing.userId,
    state: listing.status,
    version: listing.version,
    reasons: listing.reasons,
    odometer: listing.mileage,
    contactMethods: listing.contactMethods,
    availability: listing.availability,
    responseTime: listing.responseTime,
  };
}
