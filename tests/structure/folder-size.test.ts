import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const MAX_FILES_IN_FOLDER = 25;
const MAX_CODE_FILES_IN_FEATURE = 120;
const FOLDERS = ['src', 'tests', 'scripts', 'bench', 'demo'];

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name));

/** The groups with more than `max` members, as `name: size`. */
function tooLarge(names: string[], max: number): string[] {
  const groups = Map.groupBy(names, (name) => name);
  return [...groups].filter(([, members]) => members.length > max).map(([name, { length }]) => `${name}: ${length}`);
}

test(`no folder has more than ${MAX_FILES_IN_FOLDER} files side by side`, () => {
  const folders = FOLDERS.flatMap(filesBelow).map(dirname);
  expect(folders.length).toBeGreaterThan(1_000);
  expect(tooLarge(folders, MAX_FILES_IN_FOLDER)).toEqual([]);
});

test(`no feature has more than ${MAX_CODE_FILES_IN_FEATURE} code files`, () => {
  const code = filesBelow('src/features').filter((path) => !/\.test\.tsx?$/.test(path));
  const features = code.map((path) => path.split('/', 3).join('/'));
  expect(features.length).toBeGreaterThan(300);
  expect(tooLarge(features, MAX_CODE_FILES_IN_FEATURE)).toEqual([]);
});

test('reports each group that is too large', () => {
  expect(tooLarge(['a', 'a', 'a', 'b', 'c', 'c'], 2)).toEqual(['a: 3']);
  expect(tooLarge(['a', 'a'], 2)).toEqual([]);
});
