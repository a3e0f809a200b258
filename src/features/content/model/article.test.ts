import { expect, test } from 'vitest';
import { type Block, contentsOf, readingMinutes, sectionsOf, summaryOf, textOf } from './article.ts';

const heading = (level: 2 | 3, text: string): Block => ({
  kind: 'heading',
  level,
  id: text.toLowerCase(),
  inner: [text],
});
const words = (count: number): Block => ({ kind: 'paragraph', inner: [Array(count).fill('car').join(' ')] });

test('reading takes a minute for every 200 words, wherever they stand, and never none', () => {
  const table: Block = { kind: 'table', head: [['one'], ['two']], rows: [[['three'], ['four']]] };
  const list: Block = { kind: 'list', ordered: false, start: 1, items: [[words(196)], [words(200)]] };
  expect(readingMinutes([])).toBe(1);
  expect(readingMinutes([table, list])).toBe(2);
  expect(readingMinutes([table, list, { kind: 'quote', blocks: [words(400)] }])).toBe(4);
});

test('the table of contents has the main headings, without their marks', () => {
  const marked: Block = { kind: 'heading', level: 2, id: 'b', inner: ['The ', { kind: 'strong', inner: ['sea'] }] };
  expect(contentsOf([heading(2, 'A'), words(1), heading(3, 'Small'), marked])).toEqual([
    { id: 'a', text: 'A' },
    { id: 'b', text: 'The sea' },
  ]);
});

test('running text without its marks', () => {
  expect(
    textOf(['a ', { kind: 'link', href: '/x', inner: [{ kind: 'emphasis', inner: ['b'] }] }, { kind: 'break' }, 'c']),
  ).toBe('a b c');
});

test('an article is cut at its headings', () => {
  const [before, after] = [words(1), words(2)];
  expect(sectionsOf([before, heading(2, 'A'), heading(3, 'B'), after], 2)).toEqual([
    { heading: null, blocks: [before] },
    { heading: heading(2, 'A'), blocks: [heading(3, 'B'), after] },
  ]);
  expect(sectionsOf([], 2)).toEqual([]);
});

test('a summary says how long reading takes and leaves the text out', () => {
  const article = { slug: 's', title: 'T', date: null, excerpt: 'E', cover: { scene: 'quay', alt: 'A' } };
  expect(summaryOf({ ...article, blocks: [words(600)], related: ['r'] })).toEqual({ ...article, minutes: 3 });
});
