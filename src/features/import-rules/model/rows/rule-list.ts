import type { z } from 'zod';
import { exchangeRateRow } from './country-row.ts';
import { BOOK_FILES, BOOK_LISTS, type BookList } from './rule-book.ts';

/** The lists of published rows: those that the project ships, and exchange rates, which only the operator enters. */
export const RULE_LISTS = [...BOOK_LISTS, 'rates'] as const satisfies readonly (BookList | 'rates')[];
export type RuleList = (typeof RULE_LISTS)[number];

/** The cells of a row by the names of its columns, as text. */
export type RowRecord = Record<string, string>;

const SUPERSEDES = 'supersedes';

function schemaOf(list: RuleList): z.ZodObject {
  return (list === 'rates' ? exchangeRateRow : BOOK_FILES[list].row) as unknown as z.ZodObject;
}

/** The columns that a person fills in. `supersedes` is set when a row is corrected. */
export function columnsOf(list: RuleList): string[] {
  return Object.keys(schemaOf(list).shape).filter((name) => name !== SUPERSEDES);
}

/** The id of a row that corrects none. Countries and rates have no column for it. */
export function idOfRecord(list: RuleList, record: RowRecord): string {
  if (list === 'countries') return record.country ?? '';
  return list === 'rates' ? `${record.currency ?? ''}-${record.date ?? ''}` : (record.id ?? '');
}

/** The id of the next correction of a row: `KE-age-1`, then `KE-age-1.2`, `KE-age-1.3`. */
export function idOfCorrection(id: string): string {
  const [, base = id, count = '1'] = /^(.*)\.(\d+)$/.exec(id) ?? [];
  return `${base}.${Number(count) + 1}`;
}

/** The id that other rows use for a row and all its corrections. */
export const rootOfId = (id: string) => id.replace(/\.\d+$/, '');

/** Returns the record with exactly the columns of the list. Missing cells are empty. */
export function recordOf(list: RuleList, cells: Readonly<Record<string, string | undefined>>): RowRecord {
  const record = Object.fromEntries(columnsOf(list).map((name) => [name, (cells[name] ?? '').trim()]));
  const superseded = cells[SUPERSEDES];
  return superseded ? { ...record, [SUPERSEDES]: superseded } : record;
}

/** A problem of one cell. `values` are the texts that the cell may have, if they are few. */
export type CellProblem = { field: string; problem: 'missing' | 'choice' | 'invalid'; values?: string[] };

/** Returns what is wrong with the cells of a record by themselves. */
export function problemsOfRecord(list: RuleList, record: RowRecord): CellProblem[] {
  const parsed = schemaOf(list).safeParse({ supersedes: '', ...record });
  if (parsed.success) return [];
  const problems = new Map<string, CellProblem>();
  for (const issue of parsed.error.issues) {
    const field = String(issue.path[0] ?? columnsOf(list)[0]);
    if (!problems.has(field)) problems.set(field, { field, ...kindOf(issue, record[field] ?? '') });
  }
  return [...problems.values()];
}

function kindOf(issue: z.core.$ZodIssue, cell: string): Omit<CellProblem, 'field'> {
  const values = choicesIn(issue);
  if (values) return { problem: 'choice', values };
  return { problem: cell === '' ? 'missing' : 'invalid' };
}

function choicesIn(issue: z.core.$ZodIssue): string[] | null {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  if (issue.code !== 'invalid_union') return null;
  return issue.errors.flat().flatMap((inner) => choicesIn(inner) ?? [])[0] ? choicesOfUnion(issue) : null;
}

const choicesOfUnion = (issue: z.core.$ZodIssueInvalidUnion) =>
  issue.errors
    .flat()
    .flatMap((inner) => choicesIn(inner) ?? [])
    .filter((value) => value !== '');
