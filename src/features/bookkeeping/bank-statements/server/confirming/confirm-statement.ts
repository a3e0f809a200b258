import type pg from 'pg';
import { type MatchKind, MOVES_NOTHING } from '#features/bookkeeping/bank-statements/model/line-match.ts';
import type { StoredStatementResponse } from '#features/bookkeeping/bank-statements/model/stored-statement-contract.ts';
import type { StoredLine } from '#features/bookkeeping/bank-statements/server/line-store.ts';
import { worthByRate } from '#features/bookkeeping/bank-statements/server/matching/compare-rate.ts';
import { type Part, refusedMatch } from '#features/bookkeeping/bank-statements/server/matching/match-case.ts';
import {
  findStatement,
  insertConfirmation,
  leftOfImporters,
  type StoredStatement,
} from '#features/bookkeeping/bank-statements/server/statement-store.ts';
import { actingAdmin, audit, problemsOfSecondPerson } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { BOOKS_CURRENCY } from '#lib/i18n/currency.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';

export type Viewer = { adminId: number; t: Translator };

/**
 * Confirms that the bank's own site shows the same account, days, balances and money as an imported statement. Matches of it then stop counting
 * toward the limit of its importer. Idempotent.
 */
export function confirmStatement(
  pool: pg.Pool,
  id: number,
  viewer: Viewer,
  origin: Origin,
): Promise<StoredStatementResponse> {
  return withTransaction(pool, async (db) => {
    const found = await findStatement(db, id);
    if (!found) throw new AppError('not_found', 'no such statement', { messageKey: 'statements.missing' });
    const problem = (await problemsOf(db, [found], viewer)).get(found.importerId);
    if (problem) throw new AppError('conflict', 'no second person', { messageKey: problem });
    if (await insertConfirmation(db, id, viewer.adminId))
      await audit(db, origin, {
        actor: actingAdmin(viewer.adminId),
        action: 'statement confirmed',
        subject: { kind: 'bank statement', id },
        details: {
          account: found.account,
          from: found.fromOn,
          to: found.toOn,
          openingCents: found.openingCents,
          closingCents: found.closingCents,
          inCents: found.inCents,
          outCents: found.outCents,
          lines: found.lines,
        },
      });
    return (await findStatementFor(db, id, viewer))!;
  });
}

/** Returns, by importer, why the viewer may not confirm their statements; null if they may. */
async function problemsOf(db: Queryable, statements: StoredStatement[], { adminId }: Viewer) {
  const importers = statements.map(({ importerId }) => importerId);
  const problems = await problemsOfSecondPerson(db, adminId, importers);
  if (problems.has(adminId)) problems.set(adminId, 'statements.confirm.own');
  return problems;
}

export async function findStatementFor(
  db: Queryable,
  id: number,
  viewer: Viewer,
): Promise<StoredStatementResponse | null> {
  const found = await findStatement(db, id);
  return found && ((await toStatementResponses(db, [found], viewer))[0] ?? null);
}

/** Each statement with the reason why the viewer may not confirm it. */
export async function toStatementResponses(
  db: Queryable,
  statements: StoredStatement[],
  viewer: Viewer,
): Promise<StoredStatementResponse[]> {
  const problems = await problemsOf(db, statements, viewer);
  return statements.map((each) => {
    const problem = problems.get(each.importerId);
    return {
      id: each.id,
      filename: each.filename,
      format: each.format,
      imported_at: each.importedAt.toISOString(),
      imported_by: each.importedBy,
      account: each.account,
      currency: each.currency,
      number: each.number,
      from_on: each.fromOn,
      to_on: each.toOn,
      opening_cents: each.openingCents,
      closing_cents: each.closingCents,
      pending_lines: each.pending,
      lines: each.lines,
      in_cents: each.inCents,
      out_cents: each.outCents,
      largest_lines: each.largestLines.map(({ bookedOn, ...line }) => ({ booked_on: bookedOn, ...line })),
      missing_before: each.isMissingBefore,
      confirmed_by: each.confirmedBy,
      confirmed_at: each.confirmedAt?.toISOString() ?? null,
      to_confirm: each.isToConfirm,
      limit_cents: each.limitCents,
      problem: problem ? viewer.t(problem) : null,
    };
  });
}

/** The database refuses the match as well (`limit_unconfirmed_match`). */
export const unconfirmed = () => refusedMatch('statements.match.unconfirmed');

/** Returns the ids of the lines whose open amount exceeds what may be matched before their statement is confirmed. */
export async function linesToConfirm(db: Queryable, lines: StoredLine[]): Promise<Set<number>> {
  const open = lines.filter(({ leftCents, loneImporter }) => leftCents !== 0 && loneImporter !== null);
  const worth: [StoredLine, number][] = [];
  for (const line of open) worth.push([line, await dollarsOf(db, line)]);
  return new Set((await exceeding(db, worth)).map(({ id }) => id));
}

/** Throws if the statement of a part must be confirmed first, so that no proposal waits for an approval that would be refused. */
export async function checkConfirmed(db: Queryable, kind: MatchKind, { line, usdCents, pair }: Part): Promise<void> {
  if (MOVES_NOTHING.includes(kind)) return;
  const sides = pair ? [pair.lead, pair.other] : [line];
  const found = await exceeding(
    db,
    sides.map((side) => [side, usdCents]),
  );
  if (found.length > 0) throw unconfirmed();
}

/** The value of a line in another currency by the exchange rate; 0 without a rate, because its value is entered when it is matched. */
async function dollarsOf(db: Queryable, line: StoredLine): Promise<number> {
  if (line.currency === BOOKS_CURRENCY) return line.leftCents;
  return (await worthByRate(db, { ...line, cents: line.leftCents }))?.cents ?? 0;
}

async function exceeding(db: Queryable, worth: [StoredLine, usdCents: number][]): Promise<StoredLine[]> {
  const left = await leftOfImporters(db, new Set(worth.flatMap(([{ loneImporter }]) => loneImporter ?? [])));
  return worth.flatMap(([line, cents]) =>
    line.loneImporter !== null && Math.abs(cents) > (left.get(line.loneImporter) ?? 0) ? line : [],
  );
}
