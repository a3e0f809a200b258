import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import { areasPicture } from '../../scripts/draw-areas.ts';
import { AREAS, broken, nounOf } from './import-rule.ts';
import { cyclesOf, type Import, importsOf, sourceFiles } from './module-graph.ts';

const MAX_FILE_LINES = 400;
const MAX_FILES_IN_FOLDER = 25;
const MAX_CODE_FILES_IN_FEATURE = 140;
const SIZED_FOLDERS = ['src', 'tests', 'scripts', 'bench', 'demo'];
const CATCH_ALL_NAMES = /(^|\/)(index\.tsx?|(utils?|helpers?|common|misc)(\.tsx?|\/)|types\.ts)/;
const DEMO = /^(demo\/|@carquay\/demo)/;
const TEST = /\.test\.tsx?$/;
const allImports = sourceFiles(['src', 'content']).flatMap(importsOf);
const sources = sourceFiles(['src']).filter((path) => !TEST.test(path));
const imports = allImports.filter(({ from }) => from.startsWith('src/') && !TEST.test(from));

test('imports follow the rules of ARCHITECTURE.md', () => {
  expect(imports.length).toBeGreaterThan(100);
  expect(imports.map(broken).filter(Boolean)).toEqual([]);
});

test('docs/areas.svg shows the imports between areas; `npm run areas` draws it', () => {
  expect(readFileSync('docs/areas.svg', 'utf8')).toBe(areasPicture());
});

test('there are no import cycles', () => {
  expect(cyclesOf(imports)).toEqual([]);
});

test('no nouns of an area import each other in a circle', () => {
  expect(nounCircles(imports)).toEqual([]);
  const circle = [
    ['accounts', 'login'],
    ['login', 'accounts'],
  ].map(([from, to]) => ({
    from: `src/features/people/${from}/model/a.ts`,
    to: `src/features/people/${to}/model/b.ts`,
    typeOnly: true,
  }));
  expect(nounCircles(circle)).toEqual([expect.stringContaining('src/features/people/login/model/a.ts imports')]);
});

test('nothing in src or content imports the demo, not even a test', () => {
  expect(allImports.filter(({ to }) => DEMO.test(to))).toEqual([]);
  expect('demo/demo.ts').toMatch(DEMO);
  expect('@carquay/demo').toMatch(DEMO);
});

test('src/features has the areas, and an area only nouns', () => {
  expect(readdirSync('src/features').filter((name) => !AREAS.includes(name))).toEqual([]);
  const outside = filesBelow('src/features').filter(
    (path) =>
      !/^src\/features\/[^/]+\/([^/]+\/(model|client|components|admin|server)\/|server\/api\.ts$|[a-z-]+-calls\.ts$|README\.md$)/.test(
        path,
      ),
  );
  expect(outside).toEqual([]);
});

test('each file of src/routes is a page', async () => {
  const { default: routes } = await import('#routes.ts');
  const filesOf = (entries: RouteConfigEntry[]): string[] =>
    entries.flatMap(({ file, children }) => [`src/${file}`, ...filesOf(children ?? [])]);
  const pages = filesOf(routes);
  const files = filesBelow('src/routes').filter((path) => !path.startsWith('src/routes/layouts/') && !TEST.test(path));
  expect(files.filter((path) => !pages.includes(path))).toEqual([]);
});

test('broken reports forbidden imports', () => {
  const bad = (from: string, to: string) => broken({ from, to, typeOnly: false });
  expect(bad('src/ui/button.tsx', 'src/features/catalog/listings/model/listing.ts')).toContain('nothing above');
  expect(
    bad('src/features/catalog/listings/model/listing.ts', 'src/features/payments/payments/model/quote.ts'),
  ).toContain('comes after');
  expect(bad('src/routes/home.tsx', 'src/features/catalog/listings/server/find-listings.ts')).toContain('API only');
  expect(
    bad('src/features/catalog/listings/components/card.tsx', 'src/features/catalog/listings/model/listing-contract.ts'),
  ).toContain('zod');
  expect(
    bad('src/features/orders/orders/server/x.ts', 'src/features/catalog/listings/server/listing-store.ts'),
  ).toContain('server/api.ts');
});

test('in browser code only -calls.ts files contain API paths', () => {
  const browser = sources.filter((path) => !/^src\/app\/|\/server\/|-calls\.ts$/.test(path));
  expect(browser.filter((path) => /['"`]\/api\/\w/.test(readFileSync(path, 'utf8')))).toEqual([]);
});

test('no file is longer than 400 lines or has a catch-all name', () => {
  const files = sourceFiles(['src', 'scripts', 'bench', 'demo', 'content', 'db', 'tests'], /\.(tsx?|mjs|css|sql)$/);
  const code = files.filter((path) => !/^tests\/fixtures\/|\/rows\.ts$/.test(path));
  const long = code.filter((path) => readFileSync(path, 'utf8').split('\n').length - 1 > MAX_FILE_LINES);
  expect(long).toEqual([]);
  expect(files.filter((path) => CATCH_ALL_NAMES.test(path))).toEqual([]);
});

/** The circles of nouns, each with an import of every step. */
function nounCircles(all: Import[]): string[] {
  const steps = all.flatMap(({ from, to }) => {
    const [own, other] = [nounOf(from), nounOf(to)];
    return own && other && own !== other
      ? [{ from: own, to: other, typeOnly: false, by: `${from} imports ${to}` }]
      : [];
  });
  return cyclesOf(steps).map((circle) => {
    const by = circle.slice(1).map((to, at) => steps.find((step) => step.from === circle[at] && step.to === to)?.by);
    return `${by.join(', ')}: move what both need into one of them, or make them one noun`;
  });
}

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
  const folders = SIZED_FOLDERS.flatMap(filesBelow).map(dirname);
  expect(folders.length).toBeGreaterThan(1_000);
  expect(tooLarge(folders, MAX_FILES_IN_FOLDER)).toEqual([]);
});

test(`no feature has more than ${MAX_CODE_FILES_IN_FEATURE} code files`, () => {
  const code = filesBelow('src/features').filter((path) => !/\.test\.tsx?$/.test(path));
  const features = code.map((path) => nounOf(path) ?? path);
  expect(features.length).toBeGreaterThan(300);
  expect(tooLarge(features, MAX_CODE_FILES_IN_FEATURE)).toEqual([]);
});

test('reports each group that is too large', () => {
  expect(tooLarge(['a', 'a', 'a', 'b', 'c', 'c'], 2)).toEqual(['a: 3']);
  expect(tooLarge(['a', 'a'], 2)).toEqual([]);
});
