import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { problemOfTemporaryFolder } from './temporary-folder.ts';

const MB = 1024 * 1024;

test('the folder of this run is good enough', () => {
  expect(problemOfTemporaryFolder(tmpdir(), MB)).toBeNull();
});

test('says how much space is missing', () => {
  expect(problemOfTemporaryFolder(tmpdir(), 1e9 * MB)).toMatch(
    /^The tests need 1000000000 MB below \S+, where \d+ MB are free\. Set TMPDIR to another folder\.$/,
  );
});

test('says that a folder cannot be written', () => {
  expect(problemOfTemporaryFolder('/proc/none', 0)).toBe(
    'The tests cannot write below /proc/none (ENOENT). Set TMPDIR to another folder.',
  );
});
