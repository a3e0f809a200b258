import type { MessageKey } from '#lib/i18n/translator.ts';
import { execute, type Queryable, queryNumber, rowsOf, statement } from '#lib/server/database/postgres.ts';
import { AppError } from '../../app-error.ts';
import type { RequestCounts } from '../database/rows.ts';
import { networksOf } from './client-network.ts';

/** Maximum number of uses per period. `messageKey`: the message for more. */
export type Limit = { uses: number; inSeconds: number; messageKey?: MessageKey };

const COUNT = statement(`
  insert into request_counts as counted (subject, began_at, hits)
  values ($1, date_bin(make_interval(secs => $2), now(), timestamptz 'epoch'), 1)
  on conflict (subject, began_at) do update set hits = counted.hits + 1
  returning hits, ceil(extract(epoch from began_at + make_interval(secs => $2) - now()))::int as left_s`);

/** Counts a use in the database, which all processes share. Throws `too_many` above the limit. */
export async function countAttempt(
  db: Queryable,
  subject: string,
  { uses, inSeconds, messageKey }: Limit,
): Promise<void> {
  const count = await countUse(db, subject, inSeconds);
  if (count.hits > uses) {
    throw new AppError('too_many', `limit of ${subject}`, {
      retryAfter: count.left_s,
      ...(messageKey && { messageKey }),
    });
  }
}

/** Deletes counts that began longer ago than `afterS` seconds. No limit has a period that long. */
export const deleteOldCounts = execute<[afterS: number]>(
  'delete from request_counts where began_at < now() - make_interval(secs => $1)',
);

/** Counts a use without a limit. Returns the uses of this period and the seconds until it ends. */
export async function countUse(
  db: Queryable,
  subject: string,
  inSeconds: number,
): Promise<Pick<RequestCounts, 'hits'> & { left_s: number }> {
  const [count] = await rowsOf<Pick<RequestCounts, 'hits'> & { left_s: number }>(db, COUNT, [subject, inSeconds]);
  return count!;
}

/** Returns the uses of this period without counting one. */
export const usesOf = queryNumber<[subject: string, inSeconds: number]>(`
  select hits from request_counts
  where subject = $1 and began_at = date_bin(make_interval(secs => $2), now(), timestamptz 'epoch')`);

/** Counts a use of a client in each of its networks. Throws `too_many` if one of them exceeds its share of the limit. */
export async function countClient(db: Queryable, what: string, ip: string, limit: Limit): Promise<void> {
  for (const { network, share } of networksOf(ip))
    await countAttempt(db, `${what} ${network}`, { ...limit, uses: limit.uses * share });
}

/** Undoes `countClient` for one use. */
export async function uncountClient(db: Queryable, what: string, ip: string, limit: Limit): Promise<void> {
  for (const { network } of networksOf(ip)) await uncountAttempt(db, `${what} ${network}`, limit);
}

const FORGIVE = statement(`
  update request_counts set hits = hits - 1
  where subject = $1 and hits > 0 and began_at = date_bin(make_interval(secs => $2), now(), timestamptz 'epoch')`);

/** Undoes `countAttempt` for one use. */
export async function uncountAttempt(db: Queryable, subject: string, { inSeconds }: Limit): Promise<void> {
  await rowsOf(db, FORGIVE, [subject, inSeconds]);
}
