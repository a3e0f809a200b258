import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The letters of the small font that every page loads. */
function basicLetters(): Set<string> {
  const [, ranges = ''] =
    /figtree-basic[^}]*unicode-range:([^;]*);/.exec(readFileSync('src/ui/tokens.css', 'utf8')) ?? [];
  const letters = [...ranges.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].flatMap(([, from = '', to = from]) => {
    const first = Number.parseInt(from, 16);
    return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, at) => String.fromCodePoint(first + at));
  });
  return new Set([...letters, '\n']);
}

const filesBelow = (folder: string, ending: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending) && !name.startsWith('admin'))
    .map((name) => `${folder}/${name}`);

test('no English text of the site makes a page load the whole font', () => {
  const basic = basicLetters();
  expect(basic.size).toBeGreaterThan(100);
  const files = [...filesBelow('content', '.md'), ...filesBelow('messages/en', '.json')];
  expect(files.length).toBeGreaterThan(15);
  const others = files.map((file) => [file, [...readFileSync(file, 'utf8')].filter((letter) => !basic.has(letter))]);
  expect(others.filter(([, letters]) => letters?.length)).toEqual([]);
});
