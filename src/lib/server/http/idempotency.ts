import { createHash, createHmac } from 'node:crypto';
import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import { AppError } from '../../app-error.ts';
import type { RepeatedCalls } from '../database/rows.ts';

const MAX_AGE_S = 24 * 60 * 60;
/** A call that has not ended by then is assumed to have died with its process, and may be retried. */
const MAX_CALL_S = 60;
const KEY = /^[\x21-\x7e]{1,200}$/;

type IdempotentCall = { scope: string; key: string; body: unknown };

const CLAIM = statement(`
  insert into repeated_calls as call (scope, key, body_hash) values ($1, $2, $3)
  on conflict (scope, key) do update set body_hash = excluded.body_hash, answer = null, created_at = now()
  where call.created_at < now() - make_interval(secs => case when call.answer is null then $4::float8 else $5::float8 end)
  returning key`);
const READ = statement('select body_hash, answer from repeated_calls where scope = $1 and key = $2');
const KEEP = statement('update repeated_calls set answer = $3 where scope = $1 and key = $2');
const RELEASE = statement('delete from repeated_calls where scope = $1 and key = $2 and answer is null');
const FORGET = statement('delete from repeated_calls where created_at < now() - make_interval(secs => $1)');

/**
 * Runs a call once per key. A repeated call returns the first response. Throws `unprocessable` for the same key with
 * another body, and `conflict` while the first call still runs. A failed call may be retried. A body may contain a
 * password, so its hash is keyed with the idempotency key, which is not stored.
 */
export async function runIdempotent<Result>(
  db: Queryable,
  call: IdempotentCall,
  work: () => Promise<Result>,
): Promise<Result> {
  const { scope, body } = call;
  if (!KEY.test(call.key)) throw new AppError('malformed', 'not a usable idempotency key');
  const key = createHash('sha256').update(call.key).digest('base64url');
  const hash = createHmac('sha256', call.key)
    .update(JSON.stringify(body) ?? '')
    .digest();
  const [claimed] = await rowsOf(db, CLAIM, [scope, key, hash, MAX_CALL_S, MAX_AGE_S]);
  if (!claimed) return previousResponse<Result>(db, { scope, key }, hash);
  try {
    const result = await work();
    await rowsOf(db, KEEP, [scope, key, JSON.stringify(result)]);
    return result;
  } catch (error) {
    await rowsOf(db, RELEASE, [scope, key]);
    throw error;
  }
}

async function previousResponse<Result>(
  db: Queryable,
  { scope, key }: { scope: string; key: string },
  hash: Buffer,
): Promise<Result> {
  const [before] = await rowsOf<Pick<RepeatedCalls, 'body_hash' | 'answer'>>(db, READ, [scope, key]);
  if (before && !before.body_hash.equals(hash))
    throw new AppError('unprocessable', 'idempotency key with another body');
  if (!before?.answer) {
    throw new AppError('conflict', 'the first call still runs', { messageKey: 'errors.stillRunning', retryAfter: 1 });
  }
  return JSON.parse(before.answer) as Result;
}

/** Deletes keys and their responses after `afterS` seconds, or when the key expires if that is later. */
export async function purgeIdempotencyKeys(db: Queryable, afterS: number): Promise<void> {
  await rowsOf(db, FORGET, [Math.max(afterS, MAX_AGE_S)]);
}
