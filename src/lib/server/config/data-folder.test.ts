import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { prepareFolder } from './data-folder.ts';

const folder = await mkdtemp(join(tmpdir(), 'carquay-data-'));
afterAll(() => rm(folder, { recursive: true }));

test('creates the folder and leaves nothing in it', async () => {
  const path = join(folder, 'new', 'data');
  await prepareFolder('DATA_DIR', path);
  expect(await readdir(path)).toEqual([]);
});

test.runIf(existsSync('/proc/self'))('refuses DATA_DIR on /proc with one sentence', async () => {
  await expect(prepareFolder('DATA_DIR', '/proc/carquay')).rejects.toThrow(
    /^DATA_DIR \/proc\/carquay cannot be used: [^.\n]+\. Set DATA_DIR to a writable folder\.$/,
  );
});

test('refuses a file and a folder below a file', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  await expect(prepareFolder('DATA_DIR', file)).rejects.toThrow('it is a file');
  await expect(prepareFolder('DATA_DIR', join(file, 'below'))).rejects.toThrow('part of its path is a file');
});
