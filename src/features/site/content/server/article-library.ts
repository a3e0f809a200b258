import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ConfigError } from '#lib/config-error.ts';
import { projectFile } from '#lib/server/project-root.ts';
import type { Article } from '../model/article.ts';
import { readArticle } from './read-article.ts';

export type ArticleLibrary = {
  about: Article;
  guide: Article;
  /** Newest first. */
  posts: Article[];
};

/** Reads the Markdown files that the operator edits. Throws ConfigError naming the file if one is invalid. */
export async function readLibrary(folder = projectFile('content')): Promise<ArticleLibrary> {
  const names = (await readdir(join(folder, 'blog'))).filter((name) => name.endsWith('.md'));
  const [about, guide, ...posts] = await Promise.all([
    readFileAs('page', join(folder, 'pages', 'about.md')),
    readFileAs('post', join(folder, 'guide', 'export-guide.md')),
    ...names.map((name) => readFileAs('post', join(folder, 'blog', name))),
  ]);
  const slugs = new Set(posts.map(({ slug }) => slug));
  for (const { slug, related } of [guide, ...posts]) {
    const unknown = related.find((other) => !slugs.has(other) || other === slug);
    if (unknown !== undefined)
      throw new ConfigError(`${slug}.md: 'related' names ${unknown}, which is not another post.`);
  }
  return { about, guide, posts: posts.sort((a, b) => (b.date ?? '').localeCompare(a.date ?? '')) };
}

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

async function readFileAs(kind: 'page' | 'post', file: string): Promise<Article> {
  const slug = basename(file, '.md');
  if (!SLUG.test(slug))
    throw new ConfigError(`${file}: the file name may only contain lowercase letters, digits and single dashes.`);
  return readArticle(file, slug, await readFile(file, 'utf8'), kind);
}
