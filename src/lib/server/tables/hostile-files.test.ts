import { describe, expect, test } from 'vitest';
import { hostileFiles } from '../../../../tests/support/data/hostile-files.ts';
import { startCpuTime } from '../../../../tests/support/runner/cpu-time.ts';
import { readSource, SourceError } from './read-source.ts';

const files = [...hostileFiles()];

describe('hostile files', () => {
  test('are at least 200', () => {
    expect(files.length).toBeGreaterThanOrEqual(200);
  });

  // A changed byte may still leave a table. Anything else is one problem with a sentence.
  test('end as a bounded table or with one problem, and none takes more than 5 seconds', () => {
    const odd: string[] = [];
    for (const [name, bytes] of files) {
      const cpuMs = startCpuTime();
      try {
        const { rows } = readSource(bytes);
        if (rows.length > 100_000 || rows.some(({ cells }) => cells.length > 200)) odd.push(`${name}: unbounded`);
      } catch (error) {
        if (!(error instanceof SourceError)) odd.push(`${name}: ${String(error)}`);
      }
      if (cpuMs() > 5_000) odd.push(`${name}: slow`);
    }
    expect(odd).toEqual([]);
  }, 120_000);

  test.each([
    'a bomb in xl/workbook.xml',
    'a bomb in content.xml',
    'entities in xl/workbook.xml',
    '3,000 entries',
    '10000 columns',
    '21 MB',
  ])('refuses %s', (name) => {
    const bytes = files.find(([each]) => each === name)?.[1] ?? Buffer.alloc(0);
    expect(() => readSource(bytes)).toThrow(SourceError);
  });
});

test('reads 20,000 rows of 60 columns in 10 seconds', () => {
  const row = Array.from({ length: 60 }, (_, at) => (at % 3 === 0 ? `Text ${at}` : String(at * 1.5)));
  const bytes = Buffer.from(Array.from({ length: 20_000 }, (_, at) => `${at},${row.slice(1).join(',')}\n`).join(''));
  const cpuMs = startCpuTime();
  expect(readSource(bytes).rows).toHaveLength(20_000);
  expect(cpuMs()).toBeLessThan(10_000);
});
