import { createHash } from 'node:crypto';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { BookedLine, Statement, StatementFormat } from '../model/statement.ts';
import { headerKey, type StatementMapping } from '../model/statement-mapping.ts';
import { readCamt } from './camt/read-camt.ts';
import { newestMappings } from './statement-store.ts';
import { previewTable, type RefusedRow, readTable, type TablePreview } from './table/read-table.ts';

export type ReadFile = {
  format: StatementFormat;
  /** How lines are recognized when they come again. */
  scheme: string;
  statements: Statement[];
  refused: RefusedRow[];
  rawRows: Map<BookedLine, string>;
};

/** Reads a file by its content. A text table without a mapping returns its preview. */
export function readStatementFile(
  bytes: Buffer,
  mapping: StatementMapping | null,
): ReadFile | { preview: TablePreview } {
  if (looksLikeXml(bytes)) {
    return { format: 'camt.053', scheme: 'camt.053', statements: readCamt(bytes), refused: [], rawRows: new Map() };
  }
  const preview = mapping ? null : previewTable(bytes);
  if (preview || !mapping) return { preview: preview as TablePreview };
  const { statement, refused, rawRows } = readTable(bytes, mapping);
  return { format: 'csv', scheme: schemeOf(bytes, mapping), statements: [statement], refused, rawRows };
}

/** XML begins with an angle bracket, in any encoding and after a byte order mark. */
function looksLikeXml(bytes: Buffer): boolean {
  return /^[\0\s\xef\xbb\xbf\xfe\xff]*</.test(bytes.subarray(0, 200).toString('latin1'));
}

/** Lines without a reference are recognized by their whole row, so a table with other columns is another scheme. */
function schemeOf(bytes: Buffer, mapping: StatementMapping): string {
  const { reference } = mapping.columns;
  if (reference) return `csv reference ${headerKey(reference)}`.slice(0, 120);
  const { header } = previewTable(bytes);
  return `csv rows ${createHash('sha256')
    .update(JSON.stringify(header.map(headerKey)))
    .digest('hex')
    .slice(0, 16)}`;
}

/** Returns the saved mappings whose columns a table has. */
export async function fitting(db: Queryable, { header }: TablePreview): Promise<number[]> {
  const keys = header.map(headerKey);
  const mappings = await newestMappings(db);
  return mappings
    .filter(({ columns }) => Object.values(columns).every((column) => keys.includes(headerKey(column))))
    .map(({ id }) => id);
}
