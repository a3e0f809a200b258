import type pg from 'pg';
import type { Mistake, MistakeResponse } from '#features/customs/import-rules/model/rule-office-contract.ts';
import { actingAdmin, audit, done, type Outcome } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { type Columns, type Queryable, rowsOf, statement, withTransaction } from '#lib/server/database/postgres.ts';
import type { ImportMistakes } from '#lib/server/database/rows.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { isSingleAddress } from '#lib/server/mail/mail-address.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
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
  | 'id'
  | 'country'
  | 'rule_id'
  | 'listing_id'
  | 'message'
  | 'contact'
  | 'reported_at'
  | 'done_at'
  | 'answer'
  | 'answered_at'
>;

const NEWEST = statement(`
  select id, country, rule_id as "ruleId", listing_id as "listingId", message, contact, reported_at as "reportedAt",
    done_at as "doneAt", answer, answered_at as "answeredAt"
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

/**
 * Stores what a visitor reports. Throws `not_found` for a country without rules. A program that fills the hidden field gets the same
 * response, and nothing is stored.
 */
export async function reportMistake({ pool, rules }: Deps, mistake: Mistake): Promise<Outcome> {
  const book = await rules.book();
  if (!book.countries().includes(mistake.country)) throw unknownCountry(book, mistake.country);
  if (!mistake.website) await insertMistake(pool, mistake);
  return done('importRules.mistakeReported');
}

export async function listMistakes({ pool }: Deps): Promise<MistakeResponse[]> {
  return (await findMistakes(pool, LISTED)).map(({ message, reportedAt, doneAt, answeredAt, ...rest }) => ({
    ...rest,
    text: message,
    reportedAt: reportedAt.toISOString(),
    doneAt: doneAt?.toISOString() ?? null,
    answeredAt: answeredAt?.toISOString() ?? null,
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

const ANSWER = statement(`
  update import_mistakes set answer = $2, answered_at = now(), answered_by = $3, done_at = coalesce(done_at, now()),
    done_by = coalesce(done_by, $3)
  where id = $1 and answer is null returning country, message, contact`);
const EXISTS = statement('select contact from import_mistakes where id = $1');

/**
 * Emails an answer to the person who reported a mistake, once, and marks the report as done. Throws `not_found`, `malformed` if the person
 * left no email address, or `conflict` if it was answered.
 */
export async function answerMistake(
  { pool, office }: Deps & { office: string },
  admin: SignedInAdmin,
  { id, text }: { id: number; text: string },
  origin: Origin,
): Promise<Outcome> {
  const [known] = await rowsOf<Pick<MistakeRow, 'contact'>>(pool, EXISTS, [id]);
  if (!known) throw new AppError('not_found', 'no such report');
  const { contact } = known;
  if (contact === null || !isSingleAddress(contact))
    throw new AppError('malformed', 'no address to answer to', { fields: { text: 'admin.rules.noAddress' } });
  await withTransaction(pool, async (db) => {
    const [answered] = await rowsOf<Pick<MistakeRow, 'country' | 'message'>>(db, ANSWER, [id, text, admin.id]);
    if (!answered) throw new AppError('conflict', 'it was answered', { messageKey: 'admin.rules.answered' });
    const t = recipientTranslator();
    const subject = t('mail.ruleMistake', { country: t.region(answered.country) });
    const content = {
      title: subject,
      paragraphs: [text, t('mail.ruleMistake.asked', { message: answered.message })],
      footer: t('mail.ruleMistake.footer'),
    };
    await queueMail(db, { to: contact, replyTo: office, subject, ...composeMail(content, t) });
    await audit(db, origin, {
      actor: actingAdmin(admin.id),
      action: 'import mistake answered',
      subject: { kind: 'import mistake', id },
    });
  });
  return done('admin.rules.mistakeAnswered');
}
