import { expect, test } from 'vitest';
import { type Block, contentsOf, readingMinutes, sectionsOf, summaryOf, textOf } from './article.ts';

const heading = (level: 2 | 3, text: string): Block => ({
  kind: 'heading',
  level,
  id: text.toLowerCase(),
  inner: [text],
});
const paragraph = (count: number): Block => ({ kind: 'paragraph', inner: [Array(count).fill('car').join(' ')] });

test('counts a minute per 200 words in all blocks, at least 1', () => {
  const table: Block = { kind: 'table', head: [['one'], ['two']], rows: [[['three'], ['four']]] };
  const list: Block = { kind: 'list', ordered: false, start: 1, items: [[paragraph(196)], [paragraph(200)]] };
  expect(readingMinutes([])).toBe(1);
  expect(readingMinutes([table, list])).toBe(2);
  expect(readingMinutes([table, list, { kind: 'quote', blocks: [paragraph(400)] }])).toBe(4);
});

test('lists level 2 headings as plain text', () => {
  const marked: Block = { kind: 'heading', level: 2, id: 'b', inner: ['The ', { kind: 'strong', inner: ['sea'] }] };
  expect(contentsOf([heading(2, 'A'), paragraph(1), heading(3, 'Small'), marked])).toEqual([
    { id: 'a', text: 'A' },
    { id: 'b', text: 'The sea' },
  ]);
});

test('removes markup from text', () => {
  expect(
    textOf(['a ', { kind: 'link', href: '/x', inner: [{ kind: 'emphasis', inner: ['b'] }] }, { kind: 'break' }, 'c']),
  ).toBe('a b c');
});

test('splits an article at its headings', () => {
  const [before, after] = [paragraph(1), paragraph(2)];
  expect(sectionsOf([before, heading(2, 'A'), heading(3, 'B'), after], 2)).toEqual([
    { heading: null, blocks: [before] },
    { heading: heading(2, 'A'), blocks: [heading(3, 'B'), after] },
  ]);
  expect(sectionsOf([], 2)).toEqual([]);
});

test('adds the reading time to a summary and omits the text', () => {
  const article = { slug: 's', title: 'T', date: null, excerpt: 'E', cover: { scene: 'quay', alt: 'A' } };
  expect(summaryOf({ ...article, blocks: [paragraph(600)], related: ['r'] })).toEqual({ ...article, minutes: 3 });
});
