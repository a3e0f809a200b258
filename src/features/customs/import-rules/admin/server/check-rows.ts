import { AppError, type FieldProblem } from '#lib/app-error.ts';
import { checkBook } from '../../model/rows/check-book.ts';
import type { RowProblem } from '../../model/rows/rule-book.ts';
import { problemsOfRecord, rootOfId } from '../../model/rows/rule-list.ts';
import { afterPublication, PublishedBook } from '../../server/book/published-book.ts';
import type { NewRow } from '../../server/book/rule-row-store.ts';

export type CheckedProblem = { list: NewRow['list']; id: string; field: string; problem: FieldProblem };

/** Returns what is wrong with rows: by their cells, and with the rows that are published already. */
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

/** Throws `malformed` with a problem for each field. A problem of another row is one of the field that both need. */
export function refuseProblems(problems: readonly CheckedProblem[]): void {
  if (problems.length === 0) return;
  const fields = Object.fromEntries(problems.toReversed().map(({ field, problem }) => [field, problem]));
  throw new AppError('malformed', 'invalid row', { fields });
}
