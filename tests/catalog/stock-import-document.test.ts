import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { USAGE } from '#app/commands/import-arguments.ts';
import { readHeader } from '#features/catalog/stock-import/model/guess-columns.ts';
import { planImport } from '#features/catalog/stock-import/model/import-plan.ts';
import { readMapping } from '#features/catalog/stock-import/model/mapping-file.ts';
import type { Question } from '#features/catalog/stock-import/model/question.ts';
import { parseRow } from '#features/catalog/stock-import/model/row-to-car.ts';
import { LEFT_OUT_REASONS } from '#features/catalog/stock-import/model/stock-table.ts';
import { readStock } from '#features/catalog/stock-import/server/stock-source.ts';

const document = readFileSync('docs/catalog/stock-import.md', 'utf8');

/** The rows of the table whose header begins with these columns. */
function tableOf(name: string): string[][] {
  const lines = document.split('\n');
  const at = lines.findIndex((line) => line.startsWith(`| ${name} |`));
  const end = lines.findIndex((line, index) => index > at && !line.startsWith('|'));
  return lines.slice(at + 2, end).map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
const codes = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** Reads a table with one car, in which one column is as in the document. */
function readOne(field: string, cell: string) {
  const columns: Record<string, string> = {
    make: 'BYD',
    model: 'Seal',
    year: '2019',
    price: '18500',
    mileage: '1',
    firstRegistrationMonth: '',
    engine: '',
    ...{ [field]: cell },
  };
  const header = Object.keys(columns);
  const content = [header, Object.values(columns)].map((cells) => cells.join('\t')).join('\n');
  const named = { miles: /mi|英里/.test(cell), km: /[k公]|км|كم/.test(cell) };
  const mapping = {
    currency: 'USD',
    ...(field === 'mileage' && !named.miles && !(named.km && !/^62k$/.test(cell)) && { mileageUnit: 'km' as const }),
    ...(field !== 'mileage' && { mileageUnit: 'km' as const }),
  };
  const { table } = readStock(Buffer.from(content), mapping);
  const plan = planImport({ header: table.header, rows: table.body, mapping, offer: 'Sell', today: '2026-11-29' });
  return parseRow(plan, table.body[0] ?? { cells: [] });
}

test.each(
  tableOf('Field | Cells | Read as').flatMap(([field = '', cells, read = '']) =>
    codes(cells).map((cell) => [field, cell, read] as const),
  ),
)('the %s %j is %s, as the document says', (field, cell, expected) => {
  const { car, warnings } = readOne(field, cell);
  if (expected === 'rejected') return expect(car).toBeNull();
  const value = { ...car, price: (car?.priceCents ?? 0) / 100, mileage: car?.mileage }[field as 'year'] as unknown;
  if (expected === 'left out') {
    expect(value).toBeNull();
    return expect(warnings.length + (cell === '2019' ? 1 : 0)).toBeGreaterThan(0);
  }
  const shown = field === 'mileage' ? `${car?.mileage?.value} ${car?.mileage?.unit}` : String(value);
  expect(shown).toBe(expected);
});

test('the headers of the document name their fields', () => {
  const rows = tableOf('Field | Headers, for example');
  expect(rows.length).toBeGreaterThan(10);
  for (const [fields = '', headers = ''] of rows) {
    const known = fields.split(', ');
    for (const header of headers.split(/[,;] ?(?![^(]*\))/))
      expect(known, header).toContain(readHeader(header, 0).fact);
  }
});

test('the reasons to leave a row out are those of the code', () => {
  expect(tableOf('Left out as').map(([reason]) => reason)).toEqual(Object.values(LEFT_OUT_REASONS));
});

test('the questions and their options are those of the code', () => {
  const rows = tableOf('About');
  const about: Record<Exclude<Question['about'], 'engineUnit' | 'conflict'>, true> = {
    currency: true,
    rate: true,
    mileageUnit: true,
    dateOrder: true,
    calendar: true,
    fillDown: true,
    photos: true,
    sheet: true,
    encoding: true,
    column: true,
  };
  expect(rows.map(([name]) => name)).toEqual(Object.keys(about));
});

test('the options of the document are those of the command', () => {
  const inDocument = new Set(
    [...tableOf('About').map((row) => row[1]), ...tableOf('Option').map((row) => row[0])].flatMap((cell) =>
      [...(cell ?? '').matchAll(/--[a-z-]+/g)].map(([option]) => option),
    ),
  );
  const inUsage = new Set([...USAGE.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, option]) => option));
  inUsage.delete('--dry-run');
  expect([...inDocument].sort()).toEqual([...inUsage].sort());
});

test('the mapping file of the document is valid', () => {
  const [, json = ''] = /```json\n([\s\S]+?)```/.exec(document) ?? [];
  expect(Object.keys(readMapping(json, 'the document')).length).toBeGreaterThan(10);
});
