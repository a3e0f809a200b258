import type pg from 'pg';
import type { Mistake, MistakeResponse } from '#features/customs/import-rules/model/rule-office-contract.ts';
import { done, type Outcome } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { type Columns, type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { ImportMistakes } from '#lib/server/database/rows.ts';
import type { SignedInAdmin } from '#lib/server/http/caller.ts';
import type { RuleBookCache } from './book/rule-book-cache.ts';
import { unknownCountry } from './import-responses.ts';

const INSERT = statement(`
  insert into import_mistakes (country, rule_id, listing_id, message, contact)
  values ($1, $2, (select id from listings where id = $3), $4, $5)`);

async function insertMistake(db: Queryable, mistake: Mistake): Promise<void> {
  const { country, rule_id, listing_id, text, contact } = mistake;
  await rowsOf(db, INSERT, [country, rule_id ?? null, listing_id ?? null, text, contact || null]);
}

type MistakeRow = Columns<
  ImportMistakes,
  'id' | 'country' | 'rule_id' | 'listing_id' | 'message' | 'contact' | 'reported_at' | 'done_at'
>;

const NEWEST = statement(`
  select id, country, rule_id as "ruleId", listing_id as "listingId", message, contact, reported_at as "reportedAt",
    done_at as "doneAt"
  from import_mistakes order by (done_at is null) desc, id desc limit $1`);

/** Returns open reports first, then the latest. */
async function findMistakes(db: Queryable, limit: number): Promise<MistakeRow[]> {
  return rowsOf<MistakeRow>(db, NEWEST, [limit]);
}

const CLOSE = statement(`
  update import_mistakes set done_at = case when $2::bool then now() end, done_by = case when $2::bool then $3::bigint end
  where id = $1 returning id`);

/** Returns false if there is none. */
async function markMistake(db: Queryable, id: number, isDone: boolean, adminId: number): Promise<boolean> {
  return (await rowsOf(db, CLOSE, [id, isDone, adminId])).length > 0;
}

const DELETE_OLD = statement('delete from import_mistakes where reported_at < now() - make_interval(secs => $1)');

/** Deletes reports that are older than `afterS` seconds. */
export async function deleteMistakesOlderThan(db: Queryable, afterS: number): Promise<void> {
  await rowsOf(db, DELETE_OLD, [afterS]);
}

type Deps = { pool: pg.Pool; rules: RuleBookCache };

const LISTED = 200;

/** Stores what a visitor reports. Throws `not_found` for a country without rules. */
export async function reportMistake({ pool, rules }: Deps, mistake: Mistake): Promise<Outcome> {
  const book = await rules.book();
  if (!book.countries().includes(mistake.country)) throw unknownCountry(book, mistake.country);
  await insertMistake(pool, mistake);
  return done('importRules.mistakeReported');
}

export async function listMistakes({ pool }: Deps): Promise<MistakeResponse[]> {
  return (await findMistakes(pool, LISTED)).map(({ message, reportedAt, doneAt, ...rest }) => ({
    ...rest,
    text: message,
    reportedAt: reportedAt.toISOString(),
    doneAt: doneAt?.toISOString() ?? null,
  }));
}

export async function closeMistake(
  { pool }: Deps,
  admin: SignedInAdmin,
  id: number,
  isDone: boolean,
): Promise<Outcome> {
  if (!(await markMistake(pool, id, isDone, admin.id))) throw new AppError('not_found', 'no such report');
  return done(isDone ? 'admin.rules.mistakeDone' : 'admin.rules.mistakeOpen');
}
