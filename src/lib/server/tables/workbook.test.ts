import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { read, utils, write } from '@e965/xlsx';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { projectFile } from '#lib/server/project-root.ts';
import { zip } from '../../../../tests/support/data/zip-files.ts';
import { readSource, SourceError } from './read-source.ts';
import { SheetRows, WorkbookError } from './workbook-rows.ts';

const zipOf = (parts: Record<string, string>) =>
  zip(Object.entries(parts).map(([name, content]) => ({ name, content: Buffer.from(content) })));

const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
/** An XLSX of hand-written parts. `sheets`: name and attributes of each, and its content. */
function xlsx(sheets: [string, string][], parts: Record<string, string> = {}): Buffer {
  const list = sheets.map(([name], at) => `<sheet ${name} sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('');
  const relations = sheets.map(
    (_, at) => `<Relationship Id="rId${at + 1}" Type="${RELATION}/worksheet" Target="/xl/worksheets/s${at + 1}.xml"/>`,
  );
  return zipOf({
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns:r="${RELATION}"><sheets>${list}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations.join('')}</Relationships>`,
    ...Object.fromEntries(
      sheets.map(([, rows], at) => [
        `xl/worksheets/s${at + 1}.xml`,
        `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
    ...parts,
  });
}
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const TWO_ROWS = `<row>${text('Day')}${text('Amount')}</row><row>${text('2026-11-02')}<c><v>5</v></c></row>`;
const cellsOf = (bytes: Buffer, sheet?: string) => readSource(bytes, { sheet }).rows.map(({ cells }) => cells);
const problemOf = (bytes: Buffer, sheet?: string) => {
  try {
    readSource(bytes, { sheet });
  } catch (error) {
    if (error instanceof SourceError) return error.problem;
    throw error;
  }
  return null;
};

describe('sheets', () => {
  const several = xlsx([
    ['name="Cover"', `<row>${text('My Bank')}</row>`],
    ['name="October"', TWO_ROWS],
    ['name="November"', TWO_ROWS.replace('>5<', '>6<')],
    ['name="Old" state="veryHidden"', TWO_ROWS],
  ]);

  test('asks which is meant if several look like a table, and names all others', () => {
    expect(readSource(several).workbook).toMatchObject({
      sheet: 'October',
      isOpen: true,
      tables: ['October', 'November'],
      otherSheets: ['Cover', 'November'],
      hiddenSheets: ['Old'],
    });
  });

  test('reads the chosen one, also a hidden one, and asks nothing', () => {
    const { workbook, rows } = readSource(several, { sheet: 'November' });
    expect(rows[1]?.cells).toEqual(['2026-11-02', '6']);
    expect(workbook?.isOpen).toBe(false);
    expect(readSource(several, { sheet: 'Old' }).workbook?.sheet).toBe('Old');
    expect(problemOf(several, 'December')).toBe('noSheet');
  });

  test('reads the only one that a consumer knows without asking', () => {
    const isTable = (rows: { cells: string[] }[]) => rows.some(({ cells }) => cells.includes('6'));
    expect(readSource(several, { isTable }).workbook).toMatchObject({ sheet: 'November', isOpen: false });
  });

  test('asks before it reads a hidden sheet that is the only table', () => {
    const bytes = xlsx([
      ['name="Cover"', `<row>${text('My Bank')}</row>`],
      ['name="Lines" state="hidden"', TWO_ROWS],
    ]);
    expect(readSource(bytes).workbook).toMatchObject({ sheet: 'Lines', isOpen: true });
  });

  test('asks about the sheets of ODS and names its hidden ones and hidden rows', () => {
    const row = (...cells: string[]) =>
      `<table:table-row>${cells.map((cell) => `<table:table-cell office:value-type="string"><text:p>${cell}</text:p></table:table-cell>`).join('')}</table:table-row>`;
    const table = (name: string, style: string, rows: string) =>
      `<table:table table:name="${name}" table:style-name="${style}">${rows}</table:table>`;
    const hiddenRow = row('x', 'y').replace('<table:table-row', '<table:table-row table:visibility="filter"');
    const bytes = zipOf({
      'META-INF/manifest.xml': '<manifest/>',
      'content.xml': `<office:document-content><office:automatic-styles><style:style style:name="ta1"><style:table-properties table:display="true"/></style:style><style:style style:name="ta2"><style:table-properties table:display="false"/></style:style></office:automatic-styles><office:body><office:spreadsheet>${table('A', 'ta1', row('a', 'b') + hiddenRow)}${table('B', 'ta1', row('c', 'd') + row('e', 'f'))}${table('C', 'ta2', row('g', 'h') + row('i', 'j'))}</office:spreadsheet></office:body></office:document-content>`,
    });
    expect(readSource(bytes).workbook).toMatchObject({
      sheet: 'A',
      isOpen: true,
      tables: ['A', 'B'],
      hiddenSheets: ['C'],
      hiddenRows: [2],
    });
    expect(cellsOf(bytes, 'C')).toEqual([
      ['g', 'h'],
      ['i', 'j'],
    ]);
  });
});

describe('XLSX', () => {
  test('reads shared texts in runs without readings, prefixed names, and texts with escaped line ends', () => {
    const bytes = xlsx(
      [['name="A"', '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row><row><c t="str"><v>x_x000A_y</v></c></row>']],
      {
        'xl/sharedStrings.xml':
          '<x:sst><x:si><x:r><x:t>BYD </x:t></x:r><x:r><x:t>Seal</x:t></x:r></x:si><x:si><x:t>東京</x:t><x:rPh><x:t>トウキョウ</x:t></x:rPh></x:si></x:sst>',
      },
    );
    expect(cellsOf(bytes)).toEqual([['BYD Seal', '東京'], ['x\ny']]);
  });

  test('reads days by their format, also of Chinese programs and of 1904', () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy hh:mm"/><numFmt numFmtId="171" formatCode="0.00 &quot;days&quot;"/><numFmt numFmtId="172" formatCode="[h]:mm"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="31"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="172"/></cellXfs></styleSheet>';
    const cells = [0, 1, 2, 3, 4, 5].map((style) => `<c s="${style}"><v>46328.25</v></c>`).join('');
    const row = `<row>${cells}<c s="1"><v>0.5</v></c></row>`;
    const [read] = readSource(xlsx([['name="A"', row]], { 'xl/styles.xml': styles })).rows;
    const day = '2026-11-02 06:00:00';
    expect(read?.cells).toEqual(['46328.25', day, day, day, '46328.25', '46328.25', '12:00:00']);
    expect([0, 1, 3, 4].map((place) => read?.typed?.get(place))).toEqual(['n', 'd', 'd', 'n']);
    const old = xlsx([['name="A"', row]], {
      'xl/styles.xml': styles,
      'xl/workbook.xml':
        '<workbook><workbookPr date1904="1"/><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
    });
    expect(readSource(old).rows[0]?.cells[1]).toBe('2030-11-03 06:00:00');
  });

  test('keeps the numbers of rows and the places of cells that a sheet leaves out', () => {
    const bytes = xlsx([
      [
        'name="A"',
        '<row r="3"><c r="C3"><v>7</v></c><c r="AA3" t="b"><v>1</v></c><c r="AB3" t="e"><v>#REF!</v></c></row>',
      ],
    ]);
    const { rows } = readSource(bytes);
    expect(rows.map(({ row, cells }) => [row, cells.filter((cell) => cell !== '')])).toEqual([
      [1, []],
      [2, []],
      [3, ['7', 'true']],
    ]);
    expect(rows[2]?.cells.indexOf('true')).toBe(26);
  });

  test.each([
    ['a row beyond the limit', '<row r="100001"><c><v>1</v></c></row>', 'tooLarge'],
    ['a column beyond the limit', '<row><c r="GS1"><v>1</v></c></row>', 'tooLarge'],
    ['a place that no sheet has', '<row><c r="ZZZZ1"><v>1</v></c></row>', 'damaged'],
    ['an end before its last element', '<row><c><v>1</v></c></row><row>', 'damaged'],
    ['elements nested without end', '<a>'.repeat(300), 'damaged'],
  ])('refuses %s', (_what, rows, problem) => {
    const [name, part] = ['xl/worksheets/s1.xml', `<worksheet><sheetData>${rows}`];
    const isWhole = problem === 'tooLarge' || rows.includes('ZZZZ');
    const whole = `${part}</sheetData></worksheet>`;
    expect(problemOf(xlsx([['name="A"', '']], { [name]: isWhole ? whole : part }))).toBe(problem);
  });

  test('ignores empty cells far away, as a format of a whole column leaves them', () => {
    const bytes = xlsx([['name="A"', `${TWO_ROWS}<row r="1048576"><c r="XFD1048576" s="1"/></row>`]]);
    expect(readSource(bytes).rows).toHaveLength(2);
  });

  test('refuses a part whose content is not that of its checksum', () => {
    const bytes = xlsx([['name="A"', TWO_ROWS]]);
    const at = bytes.lastIndexOf('PK\x01\x02');
    bytes.writeUInt32LE(1, at + 16);
    expect(problemOf(bytes)).toBe('damaged');
  });
});

test('ODS repeats rows and cells up to the limits', () => {
  const ods = (rows: string) =>
    zipOf({
      'META-INF/manifest.xml': '<manifest/>',
      'content.xml': `<d><b><table:table table:name="A">${rows}</table:table></b></d>`,
    });
  const cell = (more: string) => `<table:table-cell ${more} office:value-type="float" office:value="1.50"/>`;
  const END =
    '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>';
  const repeated = `<table:table-row table:number-rows-repeated="2">${cell('table:number-columns-repeated="3"')}</table:table-row>`;
  expect(cellsOf(ods(repeated + END))).toEqual([
    ['1.5', '1.5', '1.5'],
    ['1.5', '1.5', '1.5'],
  ]);
  expect(problemOf(ods(repeated.replace('"2"', '"1000000"')))).toBe('tooLarge');
  expect(problemOf(ods(repeated.replace('"3"', '"201"')))).toBe('tooLarge');
  const note = '<office:annotation><text:p>a note</text:p></office:annotation>';
  const noted = `<table:table-row><table:table-cell office:value-type="string">${note}<text:p>a<text:s text:c="2"/>b</text:p><text:p>c</text:p></table:table-cell></table:table-row>`;
  expect(cellsOf(ods(noted))).toEqual([['a  b\nc']]);
});

test('repeats merged values below them without counting their rows again', () => {
  const sheet = new SheetRows();
  const length = 60;
  for (let row = 0; row < 20_000; row++)
    sheet.add(
      row,
      Array.from({ length }, (_, place) => (row > 0 && place < 6 ? undefined : { text: 'x', kind: 'n' as const })),
    );
  sheet.fill(Array.from({ length: 6 }, (_, left) => ({ top: 0, left, bottom: 19_999 })));
  const last = sheet.rows.at(-1);
  expect(last?.cells).toEqual(Array.from({ length }, () => 'x'));
  expect(last?.typed?.get(0)).toBe('n');
});

test('refuses overlapping merges that repeat values without end', () => {
  const sheet = new SheetRows();
  for (let row = 0; row < 100_000; row++) sheet.add(row, [{ text: row === 0 ? 'x' : '' }, { text: 'y' }]);
  const merges = Array.from({ length: 100 }, () => ({ top: 0, left: 0, bottom: 99_999 }));
  expect(() => sheet.fill(merges)).toThrow(WorkbookError);
});

test('reads any workbook as SheetJS does', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }).filter((value) => !/[\p{Cc}\p{Cs}\uFFFE\uFFFF]|_x/u.test(value)),
    fc.integer(),
    fc.integer({ min: -1e12, max: 1e12 }).map((cents) => cents / 100),
    fc.date({ min: new Date('1950-01-01T00:00:00Z'), max: new Date('2060-01-01T00:00:00Z'), noInvalidDate: true }),
    fc.boolean(),
    fc.constant(null),
  );
  const grid = fc.array(fc.array(cell, { maxLength: 6 }), { minLength: 2, maxLength: 8 });
  fc.assert(
    fc.property(grid, fc.boolean(), (values, compression) => {
      const book = utils.book_new();
      utils.book_append_sheet(book, utils.aoa_to_sheet([['a', 'b'], ['c', 'd'], ...values], { UTC: true }), 'A');
      const bytes = write(book, { type: 'buffer', bookType: 'xlsx', compression }) as Buffer;
      const sheet = read(bytes, { UTC: true, cellDates: true }).Sheets.A;
      const expected = utils.sheet_to_json<unknown[]>(sheet ?? {}, { header: 1, blankrows: true, UTC: true });
      const { rows } = readSource(bytes);
      for (const [at, row] of expected.entries()) {
        for (const [place, value] of Array.from(row).entries()) {
          const text = rows[at]?.cells[place] ?? '';
          if (value instanceof Date)
            expect(
              Math.abs(Date.parse(`${text.replace(' ', 'T')}${text.length > 10 ? 'Z' : ''}`) - value.getTime()),
            ).toBeLessThanOrEqual(1_000);
          else if (typeof value === 'number') expect(Number(text)).toBeCloseTo(value, 6);
          else expect(text).toBe(value === undefined || value === null ? '' : String(value));
        }
      }
    }),
    { numRuns: 150 },
  );
});

test('ends with bounded rows or one problem for any parts of XLSX and ODS', () => {
  const pieces = fc.constantFrom(
    ...[
      '<row>',
      '</row>',
      '<row r="2">',
      '<row r="x">',
      '<c r="A1">',
      '<c r="ZZ9" t="s">',
      '<c t="inlineStr">',
      '</c>',
      '<v>',
    ],
    ...['</v>', '<is><t>', '</t></is>', '1', '1e400', '-', '&lt;', '&#0;', '&unknown;', '<![CDATA[x]]>', '<!-- x -->'],
    ...[
      '<mergeCell ref="A1:B9"/>',
      '<mergeCell ref="A1:A1048576"/>',
      '<table:table-row>',
      '</table:table-row>',
      '<text:p>',
    ],
    ...[
      '<table:table-cell office:value-type="float" office:value="1">',
      '</table:table-cell>',
      '</text:p>',
      '東',
      '\0',
    ],
    ...[
      '<table:table-row table:number-rows-repeated="99999999">',
      '<table:table-cell table:number-columns-repeated="-1">',
    ],
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 4 })), { maxLength: 40 }), (parts) => {
      const content = parts.join('');
      const ods = {
        'META-INF/manifest.xml': '<manifest/>',
        'content.xml': `<d><table:table table:name="A">${content}</table:table></d>`,
      };
      for (const bytes of [xlsx([['name="A"', content]]), zipOf(ods)]) {
        try {
          const { rows } = readSource(bytes);
          expect(rows.length <= 100_000 && rows.every(({ cells }) => cells.length <= 200)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(SourceError);
        }
      }
    }),
    { numRuns: 300 },
  );
});

/** A heap that grows in small steps, so that the process has little garbage when it is largest. */
test('adds at most 200 MB to a process that reads a workbook of 20,000 rows of 60 columns', () => {
  const folder = mkdtempSync(join(tmpdir(), 'workbook-'));
  try {
    const path = join(folder, 'large.xlsx');
    const row = (at: number) =>
      `<row>${Array.from({ length: 60 }, (_, place) => (place % 2 === 0 ? `<c t="s"><v>${(at * 30 + place / 2) % 300_000}</v></c>` : `<c><v>${at * 1.5 + place}</v></c>`)).join('')}</row>`;
    const texts = Array.from({ length: 300_000 }, (_, at) => `<si><t>Text ${at}</t></si>`).join('');
    const rows = Array.from({ length: 20_000 }, (_, at) => row(at)).join('');
    writeFileSync(path, xlsx([['name="A"', rows]], { 'xl/sharedStrings.xml': `<sst>${texts}</sst>` }));
    const script = `
      import { readFileSync } from 'node:fs';
      import { readSource } from ${JSON.stringify(projectFile('src/lib/server/tables/read-source.ts'))};
      const before = process.memoryUsage.rss();
      const { rows } = readSource(readFileSync(${JSON.stringify(path)}));
      console.log(JSON.stringify({ rows: rows.length, added: process.resourceUsage().maxRSS * 1024 - before }));`;
    const output = execFileSync(
      process.execPath,
      ['--heap-growing-percent=20', '--input-type=module-typescript', '--eval', script],
      {
        cwd: projectFile('.'),
        encoding: 'utf8',
      },
    );
    const { rows: count, added } = JSON.parse(output) as { rows: number; added: number };
    expect(count).toBe(20_000);
    expect(added).toBeLessThan(200 * 1024 * 1024);
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 120_000);
