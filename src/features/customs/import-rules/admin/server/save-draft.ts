import type pg from 'pg';
import {
  actingAdmin,
  audit,
  changesForAudit,
  done,
  type Outcome,
  refused,
  staleVersion,
} from '#features/people/server/api.ts';
import { AppError, type FieldProblem } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';
import { checkBook, type RowProblem } from '../../model/rows/rule-book.ts';
import {
  idOfCorrection,
  idOfRecord,
  problemsOfRecord,
  type RowRecord,
  recordOf,
  rootOfId,
} from '../../model/rows/rule-list.ts';
import type { RuleList } from '../../model/rule-office.ts';
import { afterPublication, PublishedBook, type RuleBookCache } from '../../server/book/rule-book-cache.ts';
import type { NewRow } from '../../server/book/rule-row-store.ts';
import { type DraftRow, findDrafts, insertDraft, type NewDraft, takeDraft, updateDraft } from './rule-draft-store.ts';

export type OfficeDeps = { pool: pg.Pool; rules: RuleBookCache };

/** The draft of a new row, or of the correction of a published one. Throws `not_found` if that is not in force. */
export function draftOf(
  book: PublishedBook,
  list: RuleList,
  cells: Record<string, string>,
  corrects: string | null,
): NewDraft {
  if (corrects === null) {
    const record = recordOf(list, { ...cells, supersedes: '' });
    return { list, rowId: idOfRecord(list, record), record };
  }
  if (!book.rows.get(list)?.has(corrects)) throw new AppError('not_found', `no row ${list} ${corrects}`);
  const rowId = idOfCorrection(corrects);
  const own: RowRecord = { ...cells, supersedes: corrects };
  if ('id' in cells || hasIdColumn(list)) own.id = rowId;
  return { list, rowId, record: recordOf(list, own) };
}

const hasIdColumn = (list: RuleList) => list !== 'countries' && list !== 'rates';

function check(book: PublishedBook, { list, rowId, record }: NewDraft): void {
  if (!record.supersedes && book.rows.get(list)?.has(rowId))
    throw new AppError('malformed', 'the id is taken', { fields: { [idColumn(list)]: 'admin.rules.idTaken' } });
  refuseProblems(checkRows(book, [{ list, id: rowId, record }]));
}

const idColumn = (list: RuleList) => (list === 'countries' ? 'country' : list === 'rates' ? 'date' : 'id');

/** Saves a new draft. Throws `malformed` with the problem of each cell. */
export async function addDraft(
  { pool, rules }: OfficeDeps,
  admin: SignedInAdmin,
  { list, corrects, cells }: { list: RuleList; corrects?: string | undefined; cells: Record<string, string> },
  origin: Origin,
): Promise<Outcome> {
  const book = await rules.book();
  const draft = draftOf(book, list, cells, corrects ?? null);
  check(book, draft);
  const published = corrects === undefined ? undefined : book.rows.get(list)?.get(corrects)?.record;
  return withTransaction(pool, async (db) => {
    if (!(await insertDraft(db, draft, admin.id))) return refused('admin.rules.hasDraft');
    await audit(db, origin, {
      actor: actingAdmin(admin.id),
      action: 'import rule draft saved',
      details: { row: nameOf(draft), ...changesForAudit(published ?? {}, draft.record) },
    });
    return done('admin.rules.draftSaved');
  });
}

/** Changes a draft. Throws `conflict` if it has changed since the edited version. */
export async function editDraft(
  { pool, rules }: OfficeDeps,
  admin: SignedInAdmin,
  { id, version, cells }: { id: number; version: number; cells: Record<string, string> },
  origin: Origin,
): Promise<Outcome> {
  const [known] = await findDrafts(pool, [id]);
  if (!known) throw new AppError('not_found', 'no such draft');
  const book = await rules.book();
  const draft = draftOf(book, known.list, cells, known.record.supersedes ?? null);
  check(book, draft);
  return withTransaction(pool, async (db) => {
    if (!(await updateDraft(db, { id, version }, draft, admin.id))) throw staleVersion();
    await audit(db, origin, {
      actor: actingAdmin(admin.id),
      action: 'import rule draft saved',
      details: { row: nameOf(draft), ...changesForAudit(known.record, draft.record) },
    });
    return done('admin.rules.draftSaved');
  });
}

export async function dropDraft(
  { pool }: OfficeDeps,
  admin: SignedInAdmin,
  id: number,
  origin: Origin,
): Promise<Outcome> {
  return withTransaction(pool, async (db) => {
    const draft = await takeDraft(db, id);
    if (!draft) throw new AppError('not_found', 'no such draft');
    await audit(db, origin, {
      actor: actingAdmin(admin.id),
      action: 'import rule draft deleted',
      details: { row: nameOf(draft), record: draft.record },
    });
    return done('admin.rules.draftDropped');
  });
}

/** The name of a row in the audit log. */
export const nameOf = ({ list, rowId }: Pick<DraftRow, 'list' | 'rowId'>) => `${list} ${rowId}`;

type CheckedProblem = { list: NewRow['list']; id: string; field: string; problem: FieldProblem };

/** Returns the problems of rows: in their cells, or together with the published rows. */
export function checkRows(book: PublishedBook, rows: readonly NewRow[]): CheckedProblem[] {
  const own = rows.flatMap(({ list, id, record }) =>
    problemsOfRecord(list, record).map(({ field, problem, values }): CheckedProblem => {
      const messageKey = `admin.rules.problem.${problem}` as const;
      return { list, id, field, problem: values ? { messageKey, values: { values: values.join(', ') } } : messageKey };
    }),
  );
  if (own.length > 0) return own;
  const before = new Set(checkBook(book.book).map(keyOf));
  const next = new PublishedBook(book.version, afterPublication(book.rows, rows));
  return checkBook(next.book)
    .filter((problem) => !before.has(keyOf(problem)))
    .map(({ list, id, field, problem }) => ({ list, id, field, problem }));
}

const keyOf = ({ list, id, field, problem }: RowProblem) => `${list} ${rootOfId(id)} ${field} ${problem}`;

/** Throws `malformed` with one problem per field. */
export function refuseProblems(problems: readonly CheckedProblem[]): void {
  if (problems.length === 0) return;
  const fields = Object.fromEntries(problems.toReversed().map(({ field, problem }) => [field, problem]));
  throw new AppError('malformed', 'invalid row', { fields });
}
