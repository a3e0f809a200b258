import { cp, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError } from '#lib/config-error.ts';
import { canonicalPath, paths } from '#paths.ts';
import { contentsOf } from '../model/article.ts';
import { readLibrary, readScene } from './read-content.ts';

const { about, guide, posts } = await readLibrary();
const articles = [about, guide, ...posts];

/** Copies the articles to a temporary folder that tests can change. */
async function copyLibrary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'articles-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const part of ['blog', 'guide', 'pages'])
    await cp(join('content', part), join(folder, part), { recursive: true });
  return folder;
}

test('reads the six specified posts, newest first', () => {
  expect(posts.map(({ slug }) => slug).sort()).toEqual([
    'car-buying-tips-china-import',
    'china-used-car-market-2025',
    'how-to-decode-vin-china',
    'how-to-export-used-car-from-china',
    'top-chinese-car-brands-used-market',
    'vin-decoding-used-car-check',
  ]);
  const dates = posts.map(({ date }) => date ?? '');
  expect(dates).toEqual(dates.toSorted().reverse());
});

test.each(articles)('$slug has a drawn cover and valid links', async ({ cover, blocks, slug }) => {
  expect(await readScene(`scene-${cover.scene}`), cover.scene).toContain('<svg');
  if (slug !== 'about') expect(contentsOf(blocks).length).toBeGreaterThan(3);
  const known = [...Object.values(paths), ...posts.map((post) => `/blog/${post.slug}`)] as string[];
  const links = JSON.stringify(blocks).matchAll(/"href":"([^"]+)"/g);
  for (const [, href = ''] of links) expect(known).toContain(canonicalPath(href));
});

test('throws for a related post that does not exist', async () => {
  const folder = await copyLibrary();
  await rm(join(folder, 'blog', 'how-to-decode-vin-china.md'));
  await expect(readLibrary(folder)).rejects.toThrow(
    /^[a-z-]+\.md: 'related' names how-to-decode-vin-china, which is not another post\.$/,
  );
});

test('throws an error that names the file for invalid content or file name', async () => {
  const folder = await copyLibrary();
  const file = join(folder, 'blog', 'vin-decoding-used-car-check.md');
  await writeFile(file, 'No front matter');
  await expect(readLibrary(folder)).rejects.toThrow(
    new ConfigError(`${file} must start with front matter between two --- lines.`),
  );
  await rename(file, join(folder, 'blog', 'My Post.md'));
  await expect(readLibrary(folder)).rejects.toThrow(/My Post\.md: the file name may only contain lowercase letters/);
});
