import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

const BUILD = 'build/server';
/** Packages whose font files are read from disk, not imported. */
const FONTS = ['@fontsource/figtree', 'dejavu-fonts-ttf'];

/** The dynamic import of the demo package, which is located by URL at run time. */
const COMPUTED = 'entry.href';

/** Returns the packages that a built file imports at run time. */
function packagesOf(file: string): string[] {
  const text = readFileSync(join(BUILD, file), 'utf8');
  const { module } = parseSync(file, text);
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...module.dynamicImports
      .map(({ moduleRequest: { start, end } }) => text.slice(start, end))
      .filter((request) => request !== COMPUTED)
      .map((literal) => literal.slice(1, -1)),
  ];
  return requests
    .filter((request) => !request.startsWith('.') && !isBuiltin(request))
    .map((request) => request.split('/', request.startsWith('@') ? 2 : 1).join('/'));
}

test('the built server imports only production dependencies', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const files = readdirSync(BUILD).filter((name) => name.endsWith('.js'));
  const imported = new Set(files.flatMap(packagesOf));
  expect(imported.size).toBeGreaterThan(20);
  expect([...imported].filter((name) => !Object.hasOwn(dependencies, name))).toEqual([]);
  const unused = Object.keys(dependencies).filter((name) => !imported.has(name));
  expect(unused).toEqual(FONTS);
});
