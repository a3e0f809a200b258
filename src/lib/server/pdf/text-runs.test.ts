import { expect, test } from 'vitest';
import { drawable, textRuns, wrapText } from './text-runs.ts';

const oneFont = () => 'a';
const byHan = (character: string) => (/\p{Script=Han}/u.test(character) ? 'han' : 'a');

test('splits text where the font changes, and keeps spaces with the previous run', () => {
  expect(textRuns('BYD 比亚 迪 Seal', byHan)).toEqual([
    { text: 'BYD ', font: 'a' },
    { text: '比亚 迪 ', font: 'han' },
    { text: 'Seal', font: 'a' },
  ]);
});

test('orders right-to-left words and the numbers between them from right to left', () => {
  const texts = (line: string) => textRuns(line, oneFont).map(({ text }) => text);
  expect(textRuns('שלום 2021 עולם', (character) => character).map(({ font }) => font)[0]).toBe('ם');
  expect(texts('car שלום עולם!')).toEqual(['car ', 'שלום עולם', '!']);
});

test('keeps numbers readable and next to their words in right-to-left text', () => {
  const texts = (line: string) => textRuns(line, oneFont).map(({ text }) => text);
  expect(texts('الطابق ١٢')).toEqual(['١', '٢', ' ', 'الطابق']);
  expect(texts('Car ١٢')).toEqual(['Car ', '١', '٢']);
  expect(texts('مكتب 1204')).toEqual(['1204', ' ', 'مكتب']);
  expect(texts('هاتف +966 12 345 6789')).toEqual(['+966 12 345 6789', ' ', 'هاتف']);
  expect(texts('دبي, 12.50')).toEqual(['12.50', ' ', ',', 'دبي']);
});

test('brackets enclose right-to-left text, also one that ends with a number', () => {
  const texts = (line: string) => textRuns(line, oneFont).map(({ text }) => text);
  expect(texts('الثالث (مكتب 305)')).toEqual(['(', '305', ' ', 'الثالث )مكتب']);
  expect(texts('شركة (دبي)')).toEqual(['(', 'شركة )دبي']);
  expect(texts('(دبي)')).toEqual(['(', 'دبي', ')']);
  expect(texts('دبي) Ltd')).toEqual(['دبي', ') Ltd']);
});

test('orders the fonts of right-to-left text from right to left', () => {
  const fontOf = (character: string) => (character === '.' ? 'latin' : 'arabic');
  expect(textRuns('شركة ذ.م', fontOf).map(({ text }) => text)).toEqual(['م', '.', 'شركة ذ']);
});

test('removes invisible and control characters', () => {
  expect(drawable('a\u202Eb\u0000c\nd\u200Be\uD800')).toBe('ab c de\uFFFD');
});

const widthOf = (text: string) => [...text].length;

test('breaks lines between words, inside long words, and anywhere in Chinese', () => {
  expect(wrapText('one two three', 7, widthOf)).toEqual(['one two', 'three']);
  expect(wrapText('abcdefghij', 4, widthOf)).toEqual(['abcd', 'efgh', 'ij']);
  expect(wrapText('比亚迪海豹', 2, widthOf)).toEqual(['比亚', '迪海', '豹']);
  expect(wrapText('', 4, widthOf)).toEqual([]);
});

test('truncates text with an ellipsis', () => {
  expect(wrapText('one two three four', 7, widthOf, 2)).toEqual(['one two', 'three…']);
  expect(wrapText('x'.repeat(50), 7, widthOf, 1)).toEqual(['xxxxxx…']);
});
