import type pg from 'pg';
import { staleVersion } from '#features/accounts/server/api.ts';
import { done, type Outcome, refused } from '#features/sessions/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { SignedInAdmin } from '#lib/server/http/caller.ts';
import { idOfCorrection, idOfRecord, type RowRecord, recordOf } from '../../model/rows/rule-list.ts';
import type { RuleList } from '../../model/rule-office.ts';
import type { PublishedBook } from '../../server/book/published-book.ts';
import type { RuleBookCache } from '../../server/book/rule-book-cache.ts';
import { checkRows, refuseProblems } from './check-rows.ts';
import { deleteDrafts, findDrafts, insertDraft, type NewDraft, updateDraft } from './rule-draft-store.ts';

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
): Promise<Outcome> {
  const book = await rules.book();
  const draft = draftOf(book, list, cells, corrects ?? null);
  check(book, draft);
  const isSaved = await insertDraft(pool, draft, admin.id);
  return isSaved ? done('admin.rules.draftSaved') : refused('admin.rules.hasDraft');
}

/** Changes a draft. Throws `conflict` if it has changed since the edited version. */
export async function editDraft(
  { pool, rules }: OfficeDeps,
  admin: SignedInAdmin,
  { id, version, cells }: { id: number; version: number; cells: Record<string, string> },
): Promise<Outcome> {
  const [known] = await findDrafts(pool, [id]);
  if (!known) throw new AppError('not_found', 'no such draft');
  const book = await rules.book();
  const draft = draftOf(book, known.list, cells, known.record.supersedes ?? null);
  check(book, draft);
  if (!(await updateDraft(pool, { id, version }, draft, admin.id))) throw staleVersion();
  return done('admin.rules.draftSaved');
}

export async function dropDraft({ pool }: OfficeDeps, id: number): Promise<Outcome> {
  if ((await deleteDrafts(pool, [id])) === 0) throw new AppError('not_found', 'no such draft');
  return done('admin.rules.draftDropped');
}
