import { type Columns, execute, type Queryable, query, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { Uploads } from '#lib/server/database/rows.ts';

export type NewUpload = {
  userId: number;
  key: string;
  /** The original file. */
  file: { sha256: Buffer; bytes: number };
  /** Only for photos. */
  picture?: { width: number; height: number; placeholder: string; fingerprint: string };
};

export type OwnedKey = Columns<Uploads, 'user_id' | 'key'>;

// removeOrphan holds the same lock while it checks for rows and deletes the files of a key.
const LOCK = 'select pg_advisory_xact_lock(hashtextextended($1, 12))';
const CLAIM = statement(`
  insert into uploads (key, user_id, sha256, bytes, width, height, placeholder, fingerprint)
  select $1, $2, $3, $4, $5, $6, $7, $8 from (${LOCK}) as locked
  on conflict (user_id, key) do update set last_used_at = now()`);
const STORED = statement(
  'update uploads set stored_at = now(), last_used_at = now() where user_id = $1 and key = $2 returning key',
);

/** Creates the row of an upload before its files are stored, which protects the files from `purgeUploads`. */
export async function claimUpload(db: Queryable, { userId, key, file, picture }: NewUpload): Promise<void> {
  const { width, height, placeholder, fingerprint } = picture ?? {};
  const pictureValues = [width ?? null, height ?? null, placeholder ?? null, fingerprint ?? null];
  await rowsOf(db, CLAIM, [key, userId, file.sha256, file.bytes, ...pictureValues]);
}

/** Marks the files of an upload as stored. Returns false if `purgeUploads` has deleted the claim. */
export async function markStored(db: Queryable, { userId, key }: OwnedKey): Promise<boolean> {
  return (await rowsOf(db, STORED, [userId, key])).length > 0;
}

const OWNED = statement('select key from uploads where user_id = $1 and key = any($2) and stored_at is not null');
const TOUCH = statement(`
  update uploads set last_used_at = now()
  where user_id = $1 and key = any($2) and last_used_at < now() - interval '1 day'`);

/** Returns those keys that are stored uploads of the user, and updates their time of last use. */
export async function ownedKeys(db: Queryable, userId: number, keys: string[]): Promise<Set<string>> {
  await rowsOf(db, TOUCH, [userId, keys]);
  return new Set((await rowsOf<Pick<Uploads, 'key'>>(db, OWNED, [userId, keys])).map(({ key }) => key));
}

const PLACEHOLDERS = statement(
  'select distinct on (key) key, placeholder from uploads where key = any($1) and placeholder is not null',
);

export async function placeholdersOf(db: Queryable, keys: string[]): Promise<Map<string, string>> {
  const rows = await rowsOf<Pick<Uploads, 'key'> & { placeholder: string }>(db, PLACEHOLDERS, [keys]);
  return new Map(rows.map(({ key, placeholder }) => [key, placeholder]));
}

/** In bits of the fingerprint. Of 25 photos of cars, copies with 1,000 pixels and quality 70 differ in 4 at most, and other photos in 19 at least. */
const MAX_DIFFERENCE = 7;
const MAX_COPIES = 500;
const COPIES = statement(`
  with mine as (select key, sha256, fingerprint from uploads where user_id = $1 and key = any($2))
  select key, bool_or(is_same) as "isSame" from (
    select copy.key, true from mine join uploads copy on copy.sha256 = mine.sha256 or copy.key = mine.key
    union all
    select copy.key, false from mine join uploads copy
      on photo_bands(copy.fingerprint) && near_photo_bands(mine.fingerprint) and copy.fingerprint <> 0
      and bit_count((copy.fingerprint # mine.fingerprint)::bit(64)) <= ${MAX_DIFFERENCE}
    where mine.fingerprint <> 0
  ) as copies (key, is_same)
  group by key order by bool_or(is_same) desc, key limit ${MAX_COPIES}`);

/** Keys of photos with the same original file, or that look the same. */
export type PhotoCopies = { same: string[]; alike: string[] };

/** Returns the copies of a user's photos among the uploads of all users, including these photos. */
export async function copiesOf(db: Queryable, userId: number, keys: string[]): Promise<PhotoCopies> {
  const copies = await rowsOf<Pick<Uploads, 'key'> & { isSame: boolean }>(db, COPIES, [userId, keys]);
  const keysWhere = (same: boolean) => copies.filter(({ isSame }) => isSame === same).map(({ key }) => key);
  return { same: keysWhere(true), alike: keysWhere(false) };
}

export const uploadsOfUser = query<Record<string, unknown>, [userId: number]>(`
  select key, width, height, bytes, created_at as "createdAt" from uploads where user_id = $1 order by created_at, key`);

/** Deletes only the rows; `purgeUploads` deletes the files. */
export const deleteUploadsOfUser = execute<[userId: number]>('delete from uploads where user_id = $1');

const TOUCH_ALL = statement(`
  update uploads set last_used_at = now() from unnest($1::bigint[], $2::text[]) as used (user_id, key)
  where uploads.user_id = used.user_id and uploads.key = used.key`);
const DELETE_UNUSED = statement(`
  delete from uploads using unnest($1::bigint[], $2::text[]) as unused (user_id, key)
  where uploads.user_id = unused.user_id and uploads.key = unused.key
    and last_used_at < now() - make_interval(secs => $3)`);

/** Deletes claims older than an hour whose files were never stored. */
export const deleteDeadClaims = execute(
  "delete from uploads where stored_at is null and last_used_at < now() - interval '1 hour'",
);

/** Returns uploads that were not used for `unusedS` seconds, the longest unused first. */
export const findUnused = query<OwnedKey, [limit: number, unusedS: number]>(`
  select user_id as "userId", key from uploads where last_used_at < now() - make_interval(secs => $2)
  order by last_used_at limit $1`);

export async function touchUploads(db: Queryable, uploads: OwnedKey[]): Promise<void> {
  await rowsOf(db, TOUCH_ALL, columnsOf(uploads));
}

/** Deletes uploads, except those used in the meantime. */
export async function deleteUnused(db: Queryable, uploads: OwnedKey[], unusedS: number): Promise<void> {
  await rowsOf(db, DELETE_UNUSED, [...columnsOf(uploads), unusedS]);
}

const columnsOf = (uploads: OwnedKey[]) => [uploads.map(({ userId }) => userId), uploads.map(({ key }) => key)];

const KNOWN = statement('select distinct key from uploads where key = any($1)');

/** Returns those keys that have no row. */
export async function unknownKeys(db: Queryable, keys: string[]): Promise<string[]> {
  const known = new Set((await rowsOf<Pick<Uploads, 'key'>>(db, KNOWN, [keys])).map(({ key }) => key));
  return keys.filter((key) => !known.has(key));
}

/** Locks a key against storing and deleting its files until the transaction ends. */
export async function lockKey(db: Queryable, key: string): Promise<void> {
  await db.query(LOCK, [key]);
}
