import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { utils, write } from '@e965/xlsx';
import fc from 'fast-check';
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ConfigError } from '#lib/config-error.ts';
import { zip } from '../../../../../tests/support/data/zip-files.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { scratchFolder } from '../../../../../tests/support/runner/scratch-folder.ts';
import { prepareImport, runImport } from '../../../../../tests/support/site/documents/sheets.ts';

let pool: pg.Pool;
let folder: string;
beforeAll(async () => {
  folder = await scratchFolder();
  ({ pool } = await testDatabase());
  await prepareImport(pool, ['BYD|比亚迪 Seal|海豹']);
});
beforeEach(() => pool.query('delete from listings; delete from stock_answers'));

const HEADER = 'Stock No,Make,Model,Year,Price USD,Mileage (km),Fuel,First registration,Power (kW),Description';
const ROW = 'A1,BYD,Seal,2022,18500,62000,electric,2022-03,230,One owner';
const sheet = (...rows: string[]) => [HEADER, ...rows].join('\n');
/** A row with one cell replaced. */
const withCell = (place: number, cell: string) =>
  ROW.split(',')
    .map((each, at) => (at === place ? `"${cell.replaceAll('"', '""')}"` : each))
    .join(',');

const book = (cells: unknown[][], type: 'xlsx' | 'biff8' | 'ods' = 'xlsx') => {
  const all = utils.book_new();
  utils.book_append_sheet(all, utils.aoa_to_sheet(cells), 'Stock');
  return write(all, { type: 'buffer', bookType: type, compression: true }) as Buffer;
};
const CELLS = [HEADER.split(','), ROW.split(',')];
/** An XLSX whose second row is replaced by the given XML. */
const lying = (row: string) =>
  zip([
    {
      name: '[Content_Types].xml',
      content: Buffer.from('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
    },
    {
      name: 'xl/workbook.xml',
      content: Buffer.from(
        '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
      ),
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: Buffer.from(
        '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
      ),
    },
    { name: 'xl/worksheets/sheet1.xml', content: Buffer.from(`<worksheet><sheetData>${row}</sheetData></worksheet>`) },
  ]);
const HEAD_XML = `<row r="1">${['Make', 'Model', 'Year', 'Price USD'].map((name, at) => `<c r="${'ABCD'[at]}1" t="inlineStr"><is><t>${name}</t></is></c>`).join('')}</row>`;

const CELLS_TO_TRY: Record<string, string[]> = {
  year: ['9999999999999999999', '-2022', '2022.9', '1e4', 'NaN', '٢٠٩٩', '=1+1', '0', '20 22', '２０９９年'],
  price: [
    '1e308',
    '-1',
    '0',
    '=A1',
    '99999999999999999999',
    '1,2,3',
    '$',
    '€€5',
    '5 constructor',
    '__proto__',
    '٫',
    'Infinity',
  ],
  mileage: ['-5', '99999999999 km', '5 parsecs', 'km', '1.5.5', '=1+1', '5 constructor', '0x10'],
  firstRegistration: ['00/00/0000', '31/02/2022', '2022-13', '99999', 'R99/3', '民國999年1月', '2565年', '=TODAY()'],
  power: ['5 constructor', '5 toString', '-5', '1e9 kW', 'kW'],
  description: [
    'x'.repeat(20_000),
    '<script>alert(1)</script>',
    '=HYPERLINK("http://x.test")',
    '\u202e\u0000',
    '\ud800',
    '&#0;',
  ],
};
const PLACES: Record<string, number> = {
  year: 3,
  price: 4,
  mileage: 5,
  firstRegistration: 7,
  power: 8,
  description: 9,
};

function* hostileFiles(): Generator<[string, string | Buffer]> {
  for (const [name, cells] of Object.entries(CELLS_TO_TRY))
    for (const cell of cells) yield [`${name} ${cell.slice(0, 30)}`, sheet(ROW, withCell(PLACES[name] ?? 0, cell))];
  for (const place of [0, 1, 2])
    for (const cell of [
      '__proto__',
      'constructor',
      '\u200b',
      '=1+1',
      '👍',
      '-',
      'x'.repeat(500),
      '<b>',
      "'; drop table listings; --",
    ])
      yield [`column ${place} ${cell.slice(0, 30)}`, sheet(ROW, withCell(place, cell))];
  for (const width of [201, 1_000, 10_000]) yield [`${width} columns`, `${HEADER}${',x'.repeat(width)}\n${ROW}\n`];
  yield ['a header of reserved names', `__proto__,constructor,toString,${HEADER}\n1,2,3,${ROW}\n`];
  yield ['a header twice', `${HEADER},${HEADER}\n${ROW},${ROW}\n`];
  yield ['a header without rows', HEADER];
  yield ['only headers', Array<string>(3_000).fill(HEADER).join('\n')];
  yield ['only totals', sheet(...Array<string>(500).fill('Total,,,,5,,,,,'))];
  yield ['only empty lines', `${HEADER}${'\n'.repeat(5_000)}`];
  yield ['only commas', ','.repeat(100_000)];
  yield ['a quotation mark that is never closed', sheet(ROW, 'A2,"BYD,Seal,2022,18500,1,,,,')];
  yield ['NULs', sheet(ROW, withCell(9, 'a\0b'))];
  yield ['a row cut in the middle', sheet(ROW, 'A2,BYD,Sea')];
  yield ['UTF-8 cut in a letter', Buffer.from(sheet(withCell(9, '比亚迪'))).subarray(0, -2)];
  yield ['UTF-16 cut in a letter', Buffer.from(`\uFEFF${sheet(ROW)}`, 'utf16le').subarray(0, -1)];
  yield [
    'two encodings joined',
    Buffer.concat([Buffer.from(sheet(withCell(9, '比亚迪'))), Buffer.from([0x0a, 0xc3, 0x28, 0xff])]),
  ];
  for (const type of ['xlsx', 'biff8', 'ods'] as const) {
    const whole = book(CELLS, type);
    for (let part = 1; part < 8; part++)
      yield [`${type} cut after ${part} of 8`, whole.subarray(0, (whole.length * part) / 8)];
  }
  for (const [name, row] of Object.entries({
    'a number that is text': '<row r="2"><c r="A2" t="n"><v>BYD</v></c></row>',
    'a shared text that is missing': '<row r="2"><c r="A2" t="s"><v>99999</v></c></row>',
    'a negative column': '<row r="2"><c r="A-2"><v>1</v></c></row>',
    'a column beyond the last': '<row r="2"><c r="XFE2"><v>1</v></c></row>',
    'a row beyond the last': '<row r="99999999"><c r="A99999999"><v>1</v></c></row>',
    'a day of the year 300,000': '<row r="2"><c r="A2" t="d"><v>300000-01-01</v></c></row>',
    'rows in the wrong order': `<row r="5"><c r="A5"><v>1</v></c></row>${'<row r="2"><c r="A2"><v>1</v></c></row>'.repeat(50)}`,
    'a formula without a result': '<row r="2"><c r="A2"><f>WEBSERVICE("http://x.test")</f></c></row>',
    'an error': '<row r="2"><c r="A2" t="e"><v>#REF!</v></c></row>',
    'elements that are not closed': '<row r="2"><c r="A2"><v>1',
  }))
    yield [`XLSX with ${name}`, lying(HEAD_XML + row)];
  let nested = zip([{ name: 'cars.csv', content: Buffer.from(sheet(ROW)) }]);
  for (let depth = 1; depth <= 3; depth++) {
    yield [`archives nested ${depth} deep`, nested];
    nested = zip([{ name: '../../cars.zip', content: nested }]);
  }
}

const files = [...hostileFiles()];

async function outcomeOf(content: string | Buffer, dryRun = false) {
  const path = join(folder, 'hostile');
  await writeFile(path, content);
  const { report, errors } = await runImport(pool, folder, path, { dryRun });
  const { rows, created, updated, unchanged, closed, rejected, blank, leftOut } = report;
  const left = Object.values(leftOut).reduce((sum, n) => sum + n, 0);
  return { rows, created, sum: created + updated + unchanged + closed + rejected + blank + left, errors };
}

describe('hostile stock files', () => {
  test('are at least 120', () => expect(files.length).toBeGreaterThanOrEqual(120));

  test('are imported row by row with counts that add up, or refused in sentences before the first car is written', async () => {
    const odd: string[] = [];
    for (const [name, content] of files) {
      await pool.query('delete from listings; delete from stock_answers');
      let created = 0;
      try {
        const outcome = await outcomeOf(content);
        created = outcome.created;
        if (outcome.sum !== outcome.rows) odd.push(`${name}: ${outcome.sum} of ${outcome.rows} rows`);
        for (const { reason } of outcome.errors) if (!reason || reason.length > 700) odd.push(`${name}: ${reason}`);
      } catch (error) {
        const sentences = error instanceof ConfigError ? error.message : '';
        if (!/^(?:[^\n]+[.…]\n?)+$/.test(sentences)) odd.push(`${name}: ${String(error)}`);
      }
      const { rows } = await pool.query('select count(*)::int as n from listings');
      if (rows[0].n !== created) odd.push(`${name}: ${rows[0].n} cars, ${created} reported`);
    }
    expect(odd).toEqual([]);
  }, 240_000);

  test.each([
    '10000 columns',
    'archives nested 2 deep',
    'xlsx cut after 5 of 8',
    'a quotation mark that is never closed',
  ])('refuses %s', async (name) => {
    const content = files.find(([each]) => each === name)?.[1] ?? '';
    await expect(outcomeOf(content)).rejects.toThrow(ConfigError);
  });

  test('imports the good row next to a bad one', async () => {
    const content = files.find(([each]) => each === 'price 1e308')?.[1] ?? '';
    expect(await outcomeOf(content)).toMatchObject({ rows: 3, created: 1, errors: [{ row: 3, kind: 'rejected' }] });
  });
});

test('every row of any table has an outcome', async () => {
  const cell = fc.oneof(
    fc.constantFrom(
      '',
      '',
      'BYD',
      'Seal',
      '2022',
      '18500',
      '62.000',
      '1,5',
      'Total',
      '03/04/2022',
      '15.3.22',
      'Mar-19',
      '2565',
      '6.2万',
      '$5',
      'km',
      '=1',
      '-',
      '\u200b',
      '民國111年',
    ),
    fc.string({ unit: 'binary', maxLength: 12 }),
  );
  const row = fc.array(cell, { minLength: 0, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 12 }), fc.boolean(), async (rows, hasTitle) => {
      const quoted = rows.map((cells) => cells.map((each) => `"${each.replaceAll('"', '""')}"`).join(','));
      const content = [...(hasTitle ? ['Stock of today'] : []), HEADER, ROW, ...quoted].join('\n');
      try {
        const { rows: all, sum } = await outcomeOf(content, true);
        expect(sum).toBe(all);
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
      }
    }),
    { numRuns: 150 },
  );
}, 120_000);
