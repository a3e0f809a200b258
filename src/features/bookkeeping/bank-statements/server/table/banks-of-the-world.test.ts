import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { mapping } from '../../../../../../tests/support/bookkeeping/statement-tables.ts';
import { isComplete } from '../../model/statement-mapping.ts';
import { previewTable } from './preview-table.ts';
import { readTable } from './read-table.ts';

const tables = readFileSync('tests/fixtures/statements/banks.txt', 'utf8')
  .split('\n== ')
  .slice(1)
  .map((block): [string, string, string, string] => {
    const [heading = '', ...lines] = block.trimEnd().split('\n');
    const [name = '', outcome = '', currency = ''] = heading.split(' | ');
    return [name, outcome, currency, `${lines.join('\n')}\n`];
  });

/** Reads a table with the mapping that the page suggests. Returns the cents, what has to be asked, or why it is refused. */
function outcomeOf(text: string, currency: string): string {
  const bytes = Buffer.from(text);
  const { columns, questions, isUnsigned, dateOrder, decimalSign, encoding, delimiter, hasHeader } =
    previewTable(bytes);
  const asked = [
    ...(isComplete(columns) ? [] : ['columns']),
    ...(dateOrder === null ? ['order of dates'] : []),
    ...(decimalSign === null ? ['decimal sign'] : []),
    ...(isUnsigned ? ['signs'] : []),
    ...questions.map(({ header }) => header),
  ];
  if (dateOrder === null || decimalSign === null || asked.length > 0) return `? ${asked.join(' ; ')}`;
  try {
    const read = { encoding, delimiter, dateOrder, decimalSign, columns, hasHeader, currency, unsigned: null };
    const { statement, refused } = readTable(bytes, mapping(read));
    return [...statement.lines.map(({ cents }) => cents), ...refused.map(({ problem }) => problem)].join(' ');
  } catch (error) {
    if (error instanceof AppError) return `! ${error.message}`;
    throw error;
  }
}

test('there are tables of at least 70 banks', () => {
  expect(tables.length).toBeGreaterThanOrEqual(70);
});

test.each(tables)('%s', (_name, outcome, currency, text) => {
  expect(outcomeOf(text, currency)).toBe(outcome);
});
