import { Readable } from 'node:stream';
import { actingAdmin, audit } from '#features/people/server/api.ts';
import { AppError, type FieldProblem } from '#lib/app-error.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { BYTE_ORDER_MARK, csvLine } from '#lib/server/csv/csv.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';
import { type NamedRows, namedRows } from '#lib/server/tables/named-rows.ts';
import { SourceError } from '#lib/server/tables/read-source.ts';
import { headerKey } from '#lib/tables/layout.ts';
import { columnsOf, idOfRecord, type RowRecord, recordOf } from '../../model/rows/rule-list.ts';
import type { RuleList } from '../../model/rule-office.ts';
import { type NewDraft, putDrafts } from './rule-draft-store.ts';
import { checkRows, draftOf, nameOf, type OfficeDeps } from './save-draft.ts';

type LineProblem = { line: number; field: string; problem: string };
type ImportedCsv = { saved: number; unchanged: number; problems: LineProblem[] };

const MAX_PROBLEMS = 100;

/** The rows of a list that are in force, as the CSV file that `importCsv` reads. */
export async function exportCsv(
  { rules }: OfficeDeps,
  { list, country }: { list: RuleList; country?: string | undefined },
): Promise<Readable> {
  const columns = columnsOf(list);
  const book = await rules.book();
  const rows = [...(book.rows.get(list) ?? [])]
    .map(([id, { record }]) => ('id' in record ? { ...record, id } : record) as RowRecord)
    .filter((record) => !country || record.country === country);
  // Numbers stay numbers in spreadsheets: a negative amount is no formula.
  const cell = (text: string) => (/^-\d+(\.\d+)?$/.test(text) ? Number(text) : text);
  const lines = [csvLine(columns), ...rows.map((record) => csvLine(columns.map((name) => cell(record[name] ?? ''))))];
  return Readable.from([BYTE_ORDER_MARK + lines.join('')]);
}

/**
 * Makes drafts of the lines that differ from the published rows. A line with the id of a published row corrects it; another
 * one is new. Saves nothing if any line has a problem.
 */
export async function importCsv(
  { pool, rules }: OfficeDeps,
  admin: SignedInAdmin,
  { list, csv }: { list: RuleList; csv: string },
  origin: Origin,
  t: Translator,
): Promise<ImportedCsv> {
  const book = await rules.book();
  const lines = linesOf(list, csv);
  const drafts: { line: number; draft: NewDraft }[] = [];
  let unchanged = 0;
  for (const { line, cells } of lines) {
    const record = recordOf(list, cells);
    const id = idOfLine(book.rows.get(list), list, record);
    const published = id === null ? undefined : book.rows.get(list)?.get(id)?.record;
    if (published && isSame(list, published, record)) unchanged += 1;
    else drafts.push({ line, draft: draftOf(book, list, cells, published ? id : null) });
  }
  const lineOf = new Map<string, number>();
  const problems: LineProblem[] = [];
  for (const { line, draft } of drafts) {
    if (lineOf.has(draft.rowId)) problems.push({ line, field: 'id', problem: t('admin.rules.idTwice') });
    else lineOf.set(draft.rowId, line);
  }
  const rows = drafts.map(({ draft: { list, rowId, record } }) => ({ list, id: rowId, record }));
  for (const { id, field, problem } of checkRows(book, rows))
    problems.push({ line: lineOf.get(id) ?? 1, field, problem: textOf(problem, t) });
  if (problems.length > 0) return { saved: 0, unchanged, problems: problems.slice(0, MAX_PROBLEMS) };
  if (drafts.length > 0) {
    const saved = drafts.map(({ draft }) => draft);
    await withTransaction(pool, async (db) => {
      await putDrafts(db, saved, admin.id);
      await audit(db, origin, {
        actor: actingAdmin(admin.id),
        action: 'import rule drafts imported',
        details: { rows: saved.map(nameOf) },
      });
    });
  }
  return { saved: drafts.length, unchanged, problems: [] };
}

function textOf(problem: FieldProblem, t: Translator): string {
  if (typeof problem !== 'string') return t.message(problem);
  return t.hasMessage(problem) ? t(problem) : problem;
}

/** The published row that a line is about: a corrected country has another id than its code. */
function idOfLine(
  rows: ReadonlyMap<string, { record: RowRecord }> | undefined,
  list: RuleList,
  record: RowRecord,
): string | null {
  const id = idOfRecord(list, record);
  if (list !== 'countries' && list !== 'rates') return rows?.has(id) ? id : null;
  return [...(rows ?? [])].find(([, row]) => idOfRecord(list, row.record) === id)?.[0] ?? null;
}

const isSame = (list: RuleList, one: RowRecord, other: RowRecord) =>
  columnsOf(list).every((name) => name === 'id' || (one[name] ?? '') === (other[name] ?? ''));

function linesOf(list: RuleList, csv: string): { line: number; cells: Record<string, string> }[] {
  const invalid = (problem: FieldProblem, cause?: unknown) =>
    new AppError('malformed', 'no CSV', { fields: { csv: problem }, ...(cause !== undefined && { cause }) });
  const columns = columnsOf(list);
  const keys = new Map(columns.map((name) => [headerKey(name), name]));
  let table: NamedRows<string> | null;
  try {
    table = namedRows(csv, (header) => keys.get(header));
  } catch (error) {
    throw error instanceof SourceError ? invalid('admin.rules.noCsv', error) : error;
  }
  const missing = columns.filter((name) => !table?.names.includes(name));
  if (!table || missing.length > 0)
    throw invalid({ messageKey: 'admin.rules.noColumns', values: { columns: missing.join(', ') } });
  const uneven = table.rows.find(({ isEven }) => !isEven);
  if (uneven) throw invalid({ messageKey: 'admin.rules.uneven', values: { line: String(uneven.row) } });
  return table.rows.map(({ row, fields }) => ({ line: row, cells: { ...fields } as Record<string, string> }));
}
