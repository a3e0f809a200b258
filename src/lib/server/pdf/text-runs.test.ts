import { expect, test } from 'vitest';
import { drawable, textRuns, wrapText } from './text-runs.ts';

const oneFont = () => 'a';
const byHan = (character: string) => (/\p{Script=Han}/u.test(character) ? 'han' : 'a');

test('a text is cut where another font is needed; spaces stay where they are', () => {
  expect(textRuns('BYD 比亚 迪 Seal', byHan)).toEqual([
    { text: 'BYD ', font: 'a' },
    { text: '比亚 迪 ', font: 'han' },
    { text: 'Seal', font: 'a' },
  ]);
});

test('right-to-left words and the numbers between them stand from right to left', () => {
  const texts = (line: string) => textRuns(line, oneFont).map(({ text }) => text);
  expect(textRuns('שלום 2021 עולם', (character) => character).map(({ font }) => font)[0]).toBe('ע');
  expect(texts('car שלום עולם!')).toEqual(['car ', 'שלום עולם', '!']);
});

test('what acts unseen is not drawn', () => {
  expect(drawable('a\u202Eb\u0000c\nd\u200Be\uD800')).toBe('ab c de\uFFFD');
});

const widthOf = (text: string) => [...text].length;

test('lines break between words, inside long ones, and anywhere in Chinese', () => {
  expect(wrapText('one two three', 7, widthOf)).toEqual(['one two', 'three']);
  expect(wrapText('abcdefghij', 4, widthOf)).toEqual(['abcd', 'efgh', 'ij']);
  expect(wrapText('比亚迪海豹', 2, widthOf)).toEqual(['比亚', '迪海', '豹']);
  expect(wrapText('', 4, widthOf)).toEqual([]);
});

test('what does not fit ends in an ellipsis', () => {
  expect(wrapText('one two three four', 7, widthOf, 2)).toEqual(['one two', 'three…']);
  expect(wrapText('x'.repeat(50), 7, widthOf, 1)).toEqual(['xxxxxx…']);
});
