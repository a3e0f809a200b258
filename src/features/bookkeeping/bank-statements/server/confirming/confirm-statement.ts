import type pg from 'pg';
import { actingAdmin, audit, problemsOfSecondPerson } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import type { StoredStatementResponse } from '../../model/stored-statement-contract.ts';
import { findStatement, type StoredStatement } from '../statement-store.ts';
import { insertConfirmation } from './confirmation-store.ts';

/** Who looks at a statement, and the language of what they are told. */
export type Viewer = { adminId: number; t: Translator };

/**
 * Confirms that the bank's own site shows the same account, days, balances and money as an imported statement. What is matched of it then no longer
 * counts for the limit of its importer. Confirming it again changes nothing.
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
