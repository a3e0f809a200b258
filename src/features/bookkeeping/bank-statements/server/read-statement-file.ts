import { createHash } from 'node:crypto';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { SourceError } from '#lib/server/tables/read-source.ts';
import { headerKey } from '#lib/tables/layout.ts';
import { sourceKind } from '#lib/tables/source-kind.ts';
import type { LeftOutRow, Statement, StatementFormat } from '../model/statement.ts';
import type { StatementMapping } from '../model/statement-mapping.ts';
import { readCamt } from './camt/read-camt.ts';
import { refusedSource } from './decode-file.ts';
import { readMt940 } from './read-mt940.ts';
import { readOfx } from './read-ofx.ts';
import { newestMappings } from './statement-store.ts';
import { previewTable, type SheetChoice, type TablePreview } from './table/preview-table.ts';
import { type RefusedRow, readTable } from './table/read-table.ts';

export type ReadFile = {
  format: StatementFormat;
  /** The kind of the file and the names of its columns, see `statement_files.scheme`. */
  scheme: string;
  statements: Statement[];
  refused: RefusedRow[];
  leftOut: LeftOutRow[];
  otherAccounts: string[];
};

export type FileOrPreview = ReadFile | { preview: TablePreview };

/** Reads a file by its content. A table without a mapping returns its preview. */
export function readStatementFile(
  bytes: Buffer,
  mapping: StatementMapping | null,
  sheet: SheetChoice = {},
): FileOrPreview {
  const kind = sourceKind(bytes);
  if (kind === 'xml') return whole('camt.053', readCamt(bytes));
  if (kind === 'mt940') return whole('mt940', readMt940(bytes));
  if (kind === 'ofx') return whole('ofx', readOfx(bytes));
  if (kind === 'html') throw refusedSource(new SourceError('html'));
  if (!mapping) return { preview: previewTable(bytes, sheet) };
  const { kind: format, header, statement, ...rows } = readTable(bytes, mapping);
  return { format: format === 'text' ? 'csv' : format, scheme: schemeOf(header), statements: [statement], ...rows };
}

const whole = (format: 'camt.053' | 'mt940' | 'ofx', statements: Statement[]): ReadFile => ({
  format,
  scheme: format,
  statements,
  refused: [],
  leftOut: [],
  otherAccounts: [],
});

function schemeOf(header: string[]): string {
  const names = JSON.stringify(header.map(headerKey));
  return `csv rows ${createHash('sha256').update(names).digest('hex').slice(0, 16)}`;
}

/** Returns the saved mappings whose columns a table has. */
export async function fitting(db: Queryable, { header, hasHeader, sheet, sheets }: TablePreview): Promise<number[]> {
  const keys = header.map(headerKey);
  const mappings = await newestMappings(db);
  return mappings
    .filter((mapping) => mapping.hasHeader === hasHeader)
    .filter((mapping) => sheets.length === 0 || mapping.sheet === sheet)
    .filter(({ columns }) => Object.values(columns).every((column) => keys.includes(headerKey(column))))
    .map(({ id }) => id);
}

/** Returns the sheets that saved mappings chose. */
export async function savedSheets(db: Queryable): Promise<string[]> {
  return (await newestMappings(db)).flatMap(({ sheet }) => (sheet === null ? [] : [sheet]));
}
