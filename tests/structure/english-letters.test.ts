import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The characters of the font subset that every page loads, and the line break. */
function basicLetters(): Set<string> {
  const [, ranges = ''] =
    /figtree-basic[^}]*unicode-range:([^;]*);/.exec(readFileSync('src/ui/tokens.css', 'utf8')) ?? [];
  const letters = [...ranges.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].flatMap(([, from = '', to = from]) => {
    const first = Number.parseInt(from, 16);
    return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, index) =>
      String.fromCodePoint(first + index),
    );
  });
  return new Set([...letters, '\n']);
}

const filesBelow = (folder: string, ending: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending) && !/^office|-admin/.test(name))
    .map((name) => `${folder}/${name}`);

test('every character of the public English texts is in the basic font subset', () => {
  const basic = basicLetters();
  expect(basic.size).toBeGreaterThan(100);
  const articles = filesBelow('content', '.md');
  const messages = filesBelow('messages/en', '.json');
  expect(articles.length).toBeGreaterThan(5);
  expect(messages.length).toBeGreaterThan(5);
  const files = [...articles, ...messages];
  const others = files.map((file) => [file, [...readFileSync(file, 'utf8')].filter((letter) => !basic.has(letter))]);
  expect(others.filter(([, letters]) => letters?.length)).toEqual([]);
});
