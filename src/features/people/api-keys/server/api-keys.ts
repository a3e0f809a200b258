import type pg from 'pg';
import { actingUser, audit, subjectUser } from '#features/people/audit/server/audit.ts';
import { AppError } from '#lib/app-error.ts';
import { type Columns, type Queryable, rowsOf, statement, withTransaction } from '#lib/server/database/postgres.ts';
import type { ApiKeys } from '#lib/server/database/rows.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { hashOfToken, newSecretToken } from '#lib/server/session/secret-token.ts';
import { MAX_LIVE_KEYS } from '../model/api-key-contract.ts';

export type ApiKey = Columns<ApiKeys, 'id' | 'name' | 'beginning' | 'created_at' | 'revoked_at'> & {
  /** YYYY-MM-DD in UTC. */
  lastUsedOn: string | null;
};

/** Marks a key, so that tools that look for leaked secrets recognize it. */
const PREFIX = 'cq_';
const BEGINNING = 7;

const COLUMNS = `id, name, beginning, created_at as "createdAt", last_used_on::text as "lastUsedOn", revoked_at as "revokedAt"`;
const LIST = statement(`select ${COLUMNS} from api_keys where user_id = $1 order by id desc`);

export function findApiKeys(db: Queryable, userId: number): Promise<ApiKey[]> {
  return rowsOf<ApiKey>(db, LIST, [userId]);
}

const LOCK = statement('select id from users where id = $1 for update');
const COUNT_LIVE = statement('select count(*)::int as live from api_keys where user_id = $1 and revoked_at is null');
const INSERT = statement(
  `insert into api_keys (user_id, name, beginning, hash) values ($1, $2, $3, $4) returning ${COLUMNS}`,
);

type Deps = { pool: pg.Pool };

/** Makes a key. It is returned once; only its hash is stored. Throws `conflict` above the limit of live keys. */
export function makeApiKey(
  { pool }: Deps,
  userId: number,
  name: string,
  origin: Origin,
): Promise<ApiKey & { key: string }> {
  const { token, hash } = newSecretToken();
  const key = PREFIX + token;
  return withTransaction(pool, async (db) => {
    await rowsOf(db, LOCK, [userId]);
    const [{ live } = { live: 0 }] = await rowsOf<{ live: number }>(db, COUNT_LIVE, [userId]);
    if (live >= MAX_LIVE_KEYS)
      throw new AppError('conflict', `user ${userId} has ${live} keys`, { messageKey: 'apiKeys.tooMany' });
    const [made] = await rowsOf<ApiKey>(db, INSERT, [userId, name, key.slice(0, BEGINNING), hash]);
    await audit(db, origin, {
      actor: actingUser(userId),
      subject: subjectUser(userId),
      action: 'API key made',
      details: { key: made!.id, beginning: made!.beginning },
    });
    return { ...made!, key };
  });
}

const REVOKE = statement(
  `update api_keys set revoked_at = coalesce(revoked_at, now()) where id = $2 and user_id = $1 returning ${COLUMNS}`,
);

/** Throws `not_found` for unknown keys and those of other people alike. */
export function revokeApiKey({ pool }: Deps, userId: number, id: number, origin: Origin): Promise<ApiKey> {
  return withTransaction(pool, async (db) => {
    const [revoked] = await rowsOf<ApiKey>(db, REVOKE, [userId, id]);
    if (!revoked) throw new AppError('not_found', 'no such key of this user');
    await audit(db, origin, {
      actor: actingUser(userId),
      subject: subjectUser(userId),
      action: 'API key revoked',
      details: { key: id },
    });
    return revoked;
  });
}

const FIND_LIVE = statement(`
  select id, last_used_on is distinct from (now() at time zone 'UTC')::date as "isFirstUseToday"
  from api_keys where hash = $1 and revoked_at is null`);
const NOTE_USE = statement(`update api_keys set last_used_on = (now() at time zone 'UTC')::date where id = $1`);

/** Returns the id of a live key and notes the day of its use; null for any other text. */
export async function findLiveKey(db: Queryable, key: string): Promise<number | null> {
  const hash = key.startsWith(PREFIX) ? hashOfToken(key.slice(PREFIX.length)) : null;
  if (!hash) return null;
  const [found] = await rowsOf<{ id: number; isFirstUseToday: boolean }>(db, FIND_LIVE, [hash]);
  if (found?.isFirstUseToday) await rowsOf(db, NOTE_USE, [found.id]);
  return found?.id ?? null;
}

export const apiKeysToExport = findApiKeys;

const DELETE = statement('delete from api_keys where user_id = $1');

export async function deleteApiKeys(db: Queryable, userId: number): Promise<void> {
  await rowsOf(db, DELETE, [userId]);
}
