import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

const BUILD = 'build/server';
/** Packages whose font files are read from disk, not imported. */
const FONTS = [
  '@fontsource/figtree',
  ...['bengali', 'devanagari', 'ethiopic', 'khmer', 'tamil', 'thai'].map((script) => `@fontsource/noto-sans-${script}`),
  '@fontsource/scheherazade-new',
  'dejavu-fonts-ttf',
];

/** The dynamic import of the demo package, which is located by URL at run time. */
const COMPUTED = 'entry.href';

/** Returns the packages that a built file imports statically and dynamically. */
function packagesOf(file: string): { atOnce: string[]; later: string[] } {
  const text = readFileSync(join(BUILD, file), 'utf8');
  const { module } = parseSync(file, text);
  const atOnce = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
  ];
  const later = module.dynamicImports
    .map(({ moduleRequest: { start, end } }) => text.slice(start, end))
    .filter((request) => request !== COMPUTED)
    .map((literal) => literal.slice(1, -1));
  return { atOnce: packagesIn(atOnce), later: packagesIn(later) };
}

function packagesIn(requests: string[]): string[] {
  return requests
    .filter((request) => !request.startsWith('.') && !isBuiltin(request))
    .map((request) => request.split('/', request.startsWith('@') ? 2 : 1).join('/'));
}

const files = readdirSync(BUILD).filter((name) => name.endsWith('.js'));

test('the built server imports only production dependencies', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const imported = new Set(files.map(packagesOf).flatMap(({ atOnce, later }) => [...atOnce, ...later]));
  expect(imported.size).toBeGreaterThan(20);
  expect([...imported].filter((name) => !Object.hasOwn(dependencies, name))).toEqual([]);
  const unused = Object.keys(dependencies).filter((name) => !imported.has(name));
  expect(unused).toEqual(FONTS);
});

test('OpenTelemetry is loaded only when traces are recorded', () => {
  const isTracing = (name: string) => name.startsWith('@opentelemetry/');
  const loaded = files.map(packagesOf);
  expect(loaded.flatMap(({ atOnce }) => atOnce.filter(isTracing))).toEqual([]);
  expect(loaded.flatMap(({ later }) => later.filter(isTracing)).length).toBeGreaterThan(0);
});
