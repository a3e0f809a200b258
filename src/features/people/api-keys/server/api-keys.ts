import type pg from 'pg';
import { actingUser, audit, subjectUser } from '#features/people/audit/server/audit.ts';
import { AppError } from '#lib/app-error.ts';
import {
  type Columns,
  execute,
  type Queryable,
  query,
  queryFirst,
  queryNumber,
  withTransaction,
} from '#lib/server/database/postgres.ts';
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

export const findApiKeys = query<ApiKey, [userId: number]>(
  `select ${COLUMNS} from api_keys where user_id = $1 order by id desc`,
);
export const deleteApiKeys = execute<[userId: number]>('delete from api_keys where user_id = $1');

const lockUser = execute<[userId: number]>('select id from users where id = $1 for update');
const countLiveKeys = queryNumber<[userId: number]>(
  'select count(*)::int from api_keys where user_id = $1 and revoked_at is null',
);
const insertKey = queryFirst<ApiKey, [userId: number, name: string, beginning: string, hash: Buffer]>(
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
    await lockUser(db, userId);
    const live = await countLiveKeys(db, userId);
    if (live >= MAX_LIVE_KEYS)
      throw new AppError('conflict', `user ${userId} has ${live} keys`, { messageKey: 'apiKeys.tooMany' });
    const made = (await insertKey(db, userId, name, key.slice(0, BEGINNING), hash))!;
    await auditKey(db, userId, origin, 'API key made', made.id);
    return { ...made, key };
  });
}

const lockKey = queryFirst<ApiKey, [userId: number, id: number]>(
  `select ${COLUMNS} from api_keys where user_id = $1 and id = $2 for update`,
);
const revokeKey = queryFirst<ApiKey, [id: number]>(
  `update api_keys set revoked_at = now() where id = $1 returning ${COLUMNS}`,
);

/** Throws `not_found` for unknown keys and those of other people alike. Revoking a key again changes nothing. */
export function revokeApiKey({ pool }: Deps, userId: number, id: number, origin: Origin): Promise<ApiKey> {
  return withTransaction(pool, async (db) => {
    const key = await lockKey(db, userId, id);
    if (!key) throw new AppError('not_found', 'no such key of this user');
    if (key.revokedAt !== null) return key;
    const revoked = (await revokeKey(db, id))!;
    await auditKey(db, userId, origin, 'API key revoked', id);
    return revoked;
  });
}

function auditKey(
  db: Queryable,
  userId: number,
  origin: Origin,
  action: 'API key made' | 'API key revoked',
  key: number,
): Promise<void> {
  return audit(db, origin, { actor: actingUser(userId), subject: subjectUser(userId), action, details: { key } });
}

export type LiveKey = { id: number; userId: number };

const findLive = queryFirst<LiveKey & { isFirstUseToday: boolean }, [hash: Buffer]>(`
  select k.id, k.user_id as "userId", last_used_on is distinct from (now() at time zone 'UTC')::date as "isFirstUseToday"
  from api_keys k join users u on u.id = k.user_id and u.status <> 'Inactive' and u.deleted_at is null
  where hash = $1 and revoked_at is null`);
const noteUse = execute<[id: number]>(
  `update api_keys set last_used_on = (now() at time zone 'UTC')::date where id = $1`,
);

/** Returns a live key of an active user and notes the day of its use; null for any other text. */
export async function findLiveKey(db: Queryable, key: string): Promise<LiveKey | null> {
  const hash = key.startsWith(PREFIX) ? hashOfToken(key.slice(PREFIX.length)) : null;
  const found = hash && (await findLive(db, hash));
  if (!found) return null;
  if (found.isFirstUseToday) await noteUse(db, found.id);
  return { id: found.id, userId: found.userId };
}
