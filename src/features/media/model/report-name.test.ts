import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { shownFileName } from './report-name.ts';

test.each([
  ['report.pdf', 'report.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\windows\\report.pdf', 'report.pdf'],
  ['car\u202egpj.exe', 'cargpj.exe'],
  ['a\nX-Injected: 1.pdf', 'aX-Injected: 1.pdf'],
  ['比亚迪 报告.pdf', '比亚迪 报告.pdf'],
  ['سيارة.pdf', 'سيارة.pdf'],
  ['x'.repeat(500), 'x'.repeat(120)],
  ['\ud800.pdf', '\ufffd.pdf'],
  ['  ', 'report'],
  [undefined, 'report'],
])('%j is shown as %j', (sent, shown) => {
  expect(shownFileName(sent)).toBe(shown);
});

const HOSTILE = '../shared/data/photos/filenames.csv';
test.skipIf(!existsSync(HOSTILE))(`no name of ${HOSTILE} keeps a path or a trap (skipped where it is absent)`, () => {
  const rows: { filename: string }[] = parse(readFileSync(HOSTILE), { columns: true, relax_quotes: true });
  expect(rows.length).toBeGreaterThan(20);
  for (const { filename } of rows) expect(shownFileName(filename)).toMatch(/^[^/\\\p{Cc}\u202e]{1,120}$/u);
});
