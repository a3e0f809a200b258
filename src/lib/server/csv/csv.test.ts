import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { csvFile, csvLine } from './csv.ts';

test('cells are quoted where they must be', () => {
  expect(csvLine([1, -2.5, null, 'plain', 'a,b', 'say "hi"', 'two\r\nlines', '比亚迪'])).toBe(
    '1,-2.5,,plain,"a,b","say ""hi""","two\r\nlines",比亚迪\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', ' =1', '\n=1', '＝1', '-cmd|/c calc'])(
  '%j runs nowhere',
  (cell) => {
    expect(csvLine([cell]).replace(/^"/, '')).toMatch(/^'/);
  },
);

test('a file is made while it is read, and no further', async () => {
  let made = 0;
  async function* batches() {
    for (; made < 1_000; made++) yield [[`row ${made}`, 'x'.repeat(5_000)]];
  }
  const file = csvFile(['Name', 'Words'], batches());
  const first = await file[Symbol.asyncIterator]().next();
  expect(String(first.value)).toBe('\uFEFFName,Words\r\n');
  expect(made).toBeLessThan(100);
  file.destroy();
  expect(await text(csvFile(['A'], (async function* () {})()))).toBe('\uFEFFA\r\n');
});
