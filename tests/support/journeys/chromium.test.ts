import { chmod, mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../runner/scratch-folder.ts';
import { fontSettings, isComplete, isOwnFolder, namesItsFonts } from './chromium.ts';

test('a folder is created for this user only', async () => {
  expect(isOwnFolder(join(await scratchFolder(), 'cache', 'browser'))).toBe(true);
});

test.each([0o770, 0o707])('refuses a folder that others can write, with mode %o', async (mode) => {
  const folder = join(await scratchFolder(), 'browser');
  await mkdir(folder);
  await chmod(folder, mode);
  expect(isOwnFolder(folder)).toBe(false);
});

test('refuses a link or a file instead of a folder', async () => {
  const folder = await scratchFolder();
  await symlink(folder, join(folder, 'link'));
  await writeFile(join(folder, 'file'), '');
  expect(isOwnFolder(join(folder, 'link'))).toBe(false);
  expect(isOwnFolder(join(folder, 'file'))).toBe(false);
});

test('a browser is complete if every file has its recorded size', async () => {
  const folder = await scratchFolder();
  await writeFile(join(folder, 'chromium'), '12345');
  expect(isComplete(folder)).toBe(false);
  await writeFile(join(folder, 'contents.json'), '{"chromium":5,"fonts/a.ttf":1}');
  expect(isComplete(folder)).toBe(false);
  await writeFile(join(folder, 'contents.json'), '{"chromium":5}');
  expect(isComplete(folder)).toBe(true);
  await writeFile(join(folder, 'chromium'), '1234');
  expect(isComplete(folder)).toBe(false);
});

test('a browser in a moved folder does not find its fonts', async () => {
  const [folder, moved] = [join(await scratchFolder(), 'browser'), join(await scratchFolder(), 'moved')];
  await mkdir(join(folder, 'fonts'), { recursive: true });
  await writeFile(join(folder, 'fonts/fonts.conf'), fontSettings(folder));
  expect(namesItsFonts(folder)).toBe(true);
  await rename(folder, moved);
  expect(namesItsFonts(moved)).toBe(false);
});
