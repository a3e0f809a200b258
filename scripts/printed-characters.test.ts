import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isPrintable, printedForm } from '#lib/printing/printable-text.ts';
import { projectFile } from '#lib/server/project-root.ts';
import { printedCharacters, printedCharactersFile } from './printed-characters.ts';

test('the printed characters in the source are those of the fonts', () => {
  const path = projectFile('src/lib/printing/printed-characters.ts');
  // Biome moves short strings to the line before.
  const plain = (text: string) => text.replace(/=\s+'/g, "= '");
  expect(plain(readFileSync(path, 'utf8'))).toBe(plain(printedCharactersFile()));
});

test('the fonts of both weights have each character that a form accepts', () => {
  const isPrinted = printedCharacters();
  const missing: string[] = [];
  for (let code = 0x20; code <= 0x3ffff; code++) {
    const character = String.fromCodePoint(code);
    if ((code >= 0xd800 && code <= 0xdfff) || !isPrintable(character)) continue;
    if (![...printedForm(character)].every((each) => isPrinted(each.codePointAt(0) ?? 0)))
      missing.push(code.toString(16));
  }
  expect(missing).toEqual([]);
});
