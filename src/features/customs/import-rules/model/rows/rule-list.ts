import type { z } from 'zod';
import type { RuleList } from '../rule-office.ts';
import { BOOK_FILES } from './rule-book.ts';
import { exchangeRateRow } from './rule-rows.ts';

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
type CellProblem = { field: string; problem: 'missing' | 'choice' | 'invalid'; values?: string[] };

/** Returns the problems of the cells of a record, without comparing it to other rows. */
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

/** Returns the allowed texts of a column; empty if they are not a fixed set. */
export function choicesOf(list: RuleList, column: string): string[] {
  const schema = schemaOf(list).shape[column] as z.core.$ZodType | undefined;
  return schema ? choicesOfSchema(schema) : [];
}

function choicesOfSchema(schema: z.core.$ZodType): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'enum') return Object.values(def.entries).map(String);
  if (def.type === 'literal') return def.values.map(String);
  if (def.type === 'pipe') return choicesOfSchema(def.in);
  if (def.type !== 'union') return [];
  const parts = def.options.map(choicesOfSchema);
  return parts.some((part) => part.length === 0) || parts.flat().every((choice) => choice === '') ? [] : parts.flat();
}

/** Returns the title of a row in lists. */
export function titleOf(list: RuleList, record: RowRecord): string {
  const cell = (name: string) => record[name] ?? '';
  switch (list) {
    case 'rules':
      return cell('sentence');
    case 'charges':
      return `${cell('order')} ${cell('name')}: ${cell('operator')} ${cell('likely')}`;
    case 'sources':
      return `${cell('title')}, ${cell('publisher')}`;
    case 'tables':
      return `${cell('table')}: ${cell('value')}`;
    case 'baseUnits':
      return `${cell('unit')}: ${cell('value')} ${cell('currency')}`;
    case 'freight':
      return `${cell('origin')} → ${cell('destination')}, ${cell('mode')}, ${cell('metric')}: ${cell('likely')}`;
    case 'insurance':
      return `${cell('mode')}: ${cell('likely')} %`;
    case 'references':
      return `${cell('make')}: ${cell('prices').split('\n').length}`;
    case 'sailings':
      return `${cell('vessel')} ${cell('voyage')} → ${cell('port')}, ${cell('arrives')}`;
    case 'doorCosts':
      return (
        [cell('kind'), cell('port'), cell('city')].filter((part) => part !== '').join(' → ') +
        `: ${cell('likely') || '–'} ${cell('currency')}`
      );
    case 'countries':
      return `${cell('currency')}, ${cell('staleDays')}`;
    case 'rates':
      return `${cell('currency')} ${cell('perUsd')}`;
  }
}
