import type { MessageKey } from '#lib/i18n/translator.ts';
import { AppError } from '../../app-error.ts';
import type { RequestCounts } from '../database/rows.ts';
import { type Queryable, rowsOf, statement } from '../database/statement.ts';

/** Maximum number of uses per period. `messageKey`: the message for more. */
export type Limit = { uses: number; inSeconds: number; messageKey?: MessageKey };

const COUNT = statement(`
  insert into request_counts as counted (subject, began_at, hits)
  values ($1, date_bin(make_interval(secs => $2), now(), timestamptz 'epoch'), 1)
  on conflict (subject, began_at) do update set hits = counted.hits + 1
  returning hits, ceil(extract(epoch from began_at + make_interval(secs => $2) - now()))::int as left_s`);

const FORGET = statement("delete from request_counts where began_at < now() - interval '1 day'");

/** Counts a use in the database, which all processes share. Throws `too_many` above the limit. */
export async function countAttempt(
  db: Queryable,
  subject: string,
  { uses, inSeconds, messageKey }: Limit,
): Promise<void> {
  const [count] = await rowsOf<Pick<RequestCounts, 'hits'> & { left_s: number }>(db, COUNT, [subject, inSeconds]);
  if (!count) return;
  if (count.hits === 1) await rowsOf(db, FORGET, []);
  if (count.hits > uses) {
    throw new AppError('too_many', `limit of ${subject}`, {
      retryAfter: count.left_s,
      ...(messageKey && { messageKey }),
    });
  }
}

const FORGIVE = statement(`
  update request_counts set hits = hits - 1
  where subject = $1 and hits > 0 and began_at = date_bin(make_interval(secs => $2), now(), timestamptz 'epoch')`);

/** Undoes `countAttempt` for one use. */
export async function refundAttempt(db: Queryable, subject: string, { inSeconds }: Limit): Promise<void> {
  await rowsOf(db, FORGIVE, [subject, inSeconds]);
}
