import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { problemOfTemporaryFolder, temporaryRoot } from './temporary-folder.ts';

const MB = 1024 * 1024;

test('accepts the folder of this run', () => {
  expect(problemOfTemporaryFolder(tmpdir(), MB)).toBeNull();
});

test('reports how much space is missing', () => {
  expect(problemOfTemporaryFolder(tmpdir(), 1e9 * MB)).toMatch(
    /^The tests need 1000000000 MB below \S+, where \d+ MB are free\. Set TMPDIR to another folder\.$/,
  );
});

test('reports a folder that cannot be written', () => {
  expect(problemOfTemporaryFolder('/proc/none', 0)).toBe(
    'The tests cannot write below /proc/none (ENOENT). Set TMPDIR to another folder.',
  );
});

test('uses memory only if there is plenty, and TMPDIR if it is set', () => {
  const roomy = problemOfTemporaryFolder('/dev/shm', 6 * 1024 * MB) === null ? '/dev/shm' : tmpdir();
  expect(temporaryRoot({}, 64 * 1024 * MB)).toBe(roomy);
  expect(temporaryRoot({}, 8 * 1024 * MB)).toBe(tmpdir());
  expect(temporaryRoot({ TMPDIR: tmpdir() }, 64 * 1024 * MB)).toBe(tmpdir());
});
