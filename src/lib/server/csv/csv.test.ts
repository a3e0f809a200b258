import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { scratchFolder } from '../../../../tests/support/runner/scratch-folder.ts';
import { CsvWriter, csvFile, csvLine, escapeFormula } from './csv.ts';

test('quotes cells with commas, quotes or line breaks', () => {
  expect(csvLine([1, -2.5, null, 'plain', 'a,b', 'say "hi"', 'two\r\nlines', '比亚迪'])).toBe(
    '1,-2.5,,plain,"a,b","say ""hi""","two\r\nlines",比亚迪\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', ' =1', '\n=1', '＝1', '-cmd|/c calc'])(
  'prefixes %j with an apostrophe, so that spreadsheets do not run it',
  (cell) => {
    expect(csvLine([cell]).replace(/^"/, '')).toMatch(/^'/);
  },
);

test('leaves phone numbers without an apostrophe', () => {
  expect(csvLine(['+254712345678', '+8613800138000'])).toBe('+254712345678,+8613800138000\r\n');
  expect(csvLine(['+254712345678+1'])).toBe("'+254712345678+1\r\n");
});

test('reads batches only as the file is consumed', async () => {
  let generated = 0;
  async function* batches() {
    for (; generated < 1_000; generated++) yield [[`row ${generated}`, 'x'.repeat(5_000)]];
  }
  const file = csvFile(['Name', 'Words'], batches());
  const first = await file[Symbol.asyncIterator]().next();
  expect(String(first.value)).toBe('\uFEFFName,Words\r\n');
  expect(generated).toBeLessThan(100);
  file.destroy();
  expect(await text(csvFile(['A'], (async function* () {})()))).toBe('\uFEFFA\r\n');
});

test('writes UTF-8 with a byte order mark and escapes formulas', async () => {
  const path = join(await scratchFolder(), 'errors.csv');
  const writer = await CsvWriter.create(path);
  await writer.write([2, '=HYPERLINK("x")', 'a, "b"', '比亚迪']);
  await writer.close();
  expect(await readFile(path, 'utf8')).toBe('\uFEFF2,"\'=HYPERLINK(""x"")","a, ""b""",比亚迪\r\n');
  expect(['+1', '-1', '@a', '\tx', ' =1', 'plain'].map(escapeFormula)).toEqual([
    "'+1",
    "'-1",
    "'@a",
    "'\tx",
    "' =1",
    'plain',
  ]);
  await expect(CsvWriter.create(join(path, 'no', 'folder.csv'))).rejects.toThrow('cannot be written');
});
