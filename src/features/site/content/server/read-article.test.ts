import { expect, test } from 'vitest';
import { ConfigError } from '#lib/config-error.ts';
import { readArticle } from './read-content.ts';

const HEAD = `title: The title: with a colon
date: 2025-12-31
excerpt: "Quoted"
cover: quay
coverAlt: What is seen
related: [one, two]`;
const read = (body: string, head = HEAD) => readArticle('content/blog/x.md', 'x', `---\n${head}\n---\n${body}`, 'post');
const blocks = (body: string) => read(body).blocks;

test('reads front matter and text, with LF, CRLF and a byte order mark', () => {
  const text = `---\n${HEAD}\n---\n\nHello\nthere`;
  const article = {
    slug: 'x',
    title: 'The title: with a colon',
    date: '2025-12-31',
    excerpt: 'Quoted',
    cover: { scene: 'quay', alt: 'What is seen' },
    related: ['one', 'two'],
    blocks: [{ kind: 'paragraph', inner: ['Hello\nthere'] }],
  };
  expect(readArticle('x.md', 'x', text, 'post')).toEqual(article);
  expect(readArticle('x.md', 'x', `\uFEFF${text.replaceAll('\n', '\r\n')}`, 'post')).toEqual(article);
});

test('accepts a page without date and related posts', () => {
  const head = 'title: A\nexcerpt: B\ncover: quay\ncoverAlt: C';
  const page = readArticle('about.md', 'about', `---\n${head}\n---\n`, 'page');
  expect(page).toMatchObject({ date: null, related: [], blocks: [] });
});

test('parses every supported Markdown element', () => {
  expect(
    blocks(
      '## A **b** `c`\n\n1. one\n2. two\n   - in *it*\n\n> said\n\n| h | |\n|---|---|\n| [x](/y) | 2 |\n\none  \ntwo',
    ),
  ).toEqual([
    {
      kind: 'heading',
      level: 2,
      id: 'a-b-c',
      inner: ['A ', { kind: 'strong', inner: ['b'] }, ' ', { kind: 'code', text: 'c' }],
    },
    {
      kind: 'list',
      ordered: true,
      start: 1,
      items: [
        [{ kind: 'paragraph', inner: ['one'] }],
        [
          { kind: 'paragraph', inner: ['two'] },
          {
            kind: 'list',
            ordered: false,
            start: 1,
            items: [[{ kind: 'paragraph', inner: ['in ', { kind: 'emphasis', inner: ['it'] }] }]],
          },
        ],
      ],
    },
    { kind: 'quote', blocks: [{ kind: 'paragraph', inner: ['said'] }] },
    { kind: 'table', head: [['h'], []], rows: [[[{ kind: 'link', href: '/y', inner: ['x'] }], ['2']]] },
    { kind: 'paragraph', inner: ['one', { kind: 'break' }, 'two'] },
  ]);
});

test('gives each heading a unique id in any script that differs from the ids of the page', () => {
  const ids = blocks('## Content\n\n## Cost\n\n### Cost\n\n## 费用?\n\n## !').map((block) => 'id' in block && block.id);
  expect(ids).toEqual(['content-2', 'cost', 'cost-2', '费用', 'part']);
});

test('keeps entities and comparison signs as text', () => {
  expect(blocks('1 < 2 && 3 > 2 &amp; \\<b>')).toEqual([
    { kind: 'paragraph', inner: expect.arrayContaining(['1 < 2 && 3 > 2 &amp; ']) },
  ]);
});

test.each([
  [
    '<script>alert(1)</script>',
    'content/blog/x.md contains raw HTML, which pages do not support: <script>alert(1)</script>.',
  ],
  ['a <b onclick="x">b</b>', 'content/blog/x.md contains raw HTML, which pages do not support: <b onclick="x">.'],
  ['![a](/b.png)', 'content/blog/x.md contains a picture, which pages do not support: ![a](/b.png).'],
  ['# One', "content/blog/x.md has the heading 'One' at level 1; use ## and ### (the title is level 1)."],
  ['[a](javascript:alert(1))', 'content/blog/x.md links to javascript:alert(1); a link begins with'],
  ['[a](//evil.example)', 'content/blog/x.md links to //evil.example; a link begins with'],
  ['[a](data:text/html,x)', 'content/blog/x.md links to data:text/html,x; a link begins with'],
  ['```\ncode\n```', 'content/blog/x.md contains a block of code, which pages do not support: ```.'],
])('rejects %j with an error that names the file', (body, sentence) => {
  expect(() => read(body)).toThrow(ConfigError);
  expect(() => read(body)).toThrow(sentence);
});

test.each([
  [HEAD.replace('date: 2025-12-31\n', ''), 'date is missing'],
  [HEAD.replace('2025-12-31', 'Dec 2025'), 'date must be a day like 2025-12-31'],
  [HEAD.replace('2025-12-31', '2025-02-30'), 'date must be a day like 2025-12-31'],
  [HEAD.replace('The title: with a colon', ''), 'title is empty'],
  [HEAD.replace('cover: quay', 'cover: ../quay'), 'cover must be the name of a drawn scene'],
  [HEAD.replace('[one, two]', 'one'), 'related must be a list like [first-post, second-post]'],
])('rejects invalid front matter with an error that names file and field, case %#', (head, what) => {
  expect(() => read('', head)).toThrow(new ConfigError(`content/blog/x.md: ${what} in the front matter.`));
});

test.each([
  ['no front matter', 'content/blog/x.md must start with front matter between two --- lines.'],
  ['---\ntitle\n---\n', "content/blog/x.md: the front matter line 'title' is not in the form 'key: value'."],
])('rejects %j as an article file', (text, sentence) => {
  expect(() => readArticle('content/blog/x.md', 'x', text, 'post')).toThrow(new ConfigError(sentence));
});
