import type { StatementMapping } from '#features/bookkeeping/bank-statements/model/statement-mapping.ts';
import { readTable } from '#features/bookkeeping/bank-statements/server/table/read-table.ts';
import { AppError } from '#lib/app-error.ts';

/** How the bank of the tests writes its tables: German heads and numbers. */
export const mapping = (change: Partial<StatementMapping> = {}): StatementMapping => ({
  name: 'Bank',
  account: 'DE02 1203 0000 0000 2020 51',
  currency: 'USD',
  encoding: 'utf-8',
  delimiter: ';',
  decimalSign: ',',
  dateOrder: 'DMY',
  columns: { date: 'Datum', amount: 'Betrag', payer: 'Name', text: 'Zweck' },
  hasHeader: true,
  ignored: [],
  meanings: {},
  unsigned: 'minus',
  sheet: null,
  ...change,
});
export const table = (...rows: string[]) => Buffer.from(rows.join('\r\n'));
export const HEADER = 'Datum;Name;Zweck;Betrag';
export const read = (bytes: Buffer, change: Partial<StatementMapping> = {}) => readTable(bytes, mapping(change));
/** The message of the refusal of a whole table. */
export const refusal = (bytes: Buffer, change: Partial<StatementMapping> = {}) => {
  try {
    read(bytes, change);
  } catch (error) {
    if (error instanceof AppError) return error.options.messageKey ?? error.message;
    throw error;
  }
  return 'not refused';
};
