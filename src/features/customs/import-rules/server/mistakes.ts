import type pg from 'pg';
import { done, type Outcome } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { SignedInAdmin } from '#lib/server/http/caller.ts';
import type { Mistake, MistakeResponse } from '../model/rule-office-contract.ts';
import type { RuleBookCache } from './book/rule-book-cache.ts';
import { unknownCountry } from './import-responses.ts';
import { findMistakes, insertMistake, markMistake } from './mistake-store.ts';

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
