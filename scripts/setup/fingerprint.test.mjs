import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fingerprintOf, sameFingerprint } from './fingerprint.mjs';

test('the fingerprint changes only if a file is written, added or removed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carquay-print-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'deep'));
  const file = join(folder, 'deep/a.ts');
  writeFileSync(file, 'one');
  const first = fingerprintOf([folder]);
  expect(fingerprintOf([folder])).toBe(first);
  writeFileSync(file, 'four');
  const second = fingerprintOf([folder]);
  expect(second).not.toBe(first);
  writeFileSync(join(folder, 'b.ts'), '');
  expect(fingerprintOf([folder])).not.toBe(second);
  rmSync(join(folder, 'b.ts'));
  expect(fingerprintOf([folder])).toBe(second);

  writeFileSync(join(folder, 'stamp'), second);
  expect(sameFingerprint(join(folder, 'stamp'), second)).toBe(true);
  expect(sameFingerprint(join(folder, 'none'), second)).toBe(false);
});
