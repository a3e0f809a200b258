import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const DOCUMENTS = globSync(['*.md', 'docs/**/*.md', 'src/**/*.md']);
const LINK = /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g;

const textOf = (file: string) => readFileSync(file, 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');

/** The anchors of headings in rendered Markdown. */
const anchorsOf = (file: string) =>
  Array.from(textOf(file).matchAll(/^#{1,6} (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
  );

test('links between documents lead to files and headings that exist', () => {
  expect(DOCUMENTS.length).toBeGreaterThan(50);
  const links = DOCUMENTS.flatMap((file) =>
    Array.from(textOf(file).matchAll(LINK), ([link, path = '', anchor]) => ({ file, link, path, anchor })),
  );
  expect(links.length).toBeGreaterThan(150);
  const broken = links.filter(({ file, path, anchor }) => {
    const target = path === '' ? file : join(dirname(file), path);
    return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
  });
  expect(broken.map(({ file, link }) => `${file} ${link}`)).toEqual([]);
});
