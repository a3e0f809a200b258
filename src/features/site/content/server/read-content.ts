import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '#lib/config-error.ts';
import { projectFile } from '#lib/server/project-root.ts';
import type { Article } from '../model/article.ts';
import { MarkdownError, markdownBlocks } from './markdown-blocks.ts';

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

const line = z.string({ error: 'is missing' }).min(1, { error: 'is empty' });
const day = z.iso.date({
  error: (issue) => (issue.input === undefined ? 'is missing' : 'must be a day like 2025-12-31'),
});

const page = z.object({
  title: line,
  excerpt: line,
  cover: line.regex(/^[a-z-]+$/, { error: 'must be the name of a drawn scene' }),
  coverAlt: line,
});
const post = page.extend({
  date: day,
  related: z.array(z.string(), { error: 'must be a list like [first-post, second-post]' }).default([]),
});

type Kind = 'page' | 'post';

/** Parses a Markdown file with front matter. Throws ConfigError with a one-line message that names the file. */
export function readArticle(file: string, slug: string, text: string, kind: Kind): Article {
  const { head, body } = splitFrontMatter(file, text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'));
  const { title, excerpt, cover, coverAlt, ...rest } = validateFrontMatter(file, head, kind);
  return {
    slug,
    title,
    excerpt,
    cover: { scene: cover, alt: coverAlt },
    date: rest.date ?? null,
    related: rest.related ?? [],
    blocks: blocksOfFile(file, body),
  };
}

type FrontMatter = Record<string, string | string[]>;

function splitFrontMatter(file: string, text: string): { head: FrontMatter; body: string } {
  const [, head, body = ''] = /^---\n(.*?)\n---(?:\n(.*))?$/s.exec(text) ?? [];
  if (head === undefined) throw new ConfigError(`${file} must start with front matter between two --- lines.`);
  const entries = head
    .split('\n')
    .filter((entry) => entry.trim() !== '')
    .map((entry) => {
      const [, key, value] = /^([A-Za-z]+):(.*)$/.exec(entry) ?? [];
      if (key === undefined)
        throw new ConfigError(`${file}: the front matter line '${entry}' is not in the form 'key: value'.`);
      return [key, listOrText(value?.trim() ?? '')] as const;
    });
  return { head: Object.fromEntries(entries), body };
}

function listOrText(text: string): string | string[] {
  const [, list] = /^\[(.*)\]$/.exec(text) ?? [];
  if (list === undefined) return text.replace(/^(["'])(.*)\1$/, '$2');
  return list
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}

function validateFrontMatter(
  file: string,
  head: FrontMatter,
  kind: Kind,
): z.output<typeof page> & Partial<z.output<typeof post>> {
  const result = (kind === 'post' ? post : page).safeParse(head);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new ConfigError(`${file}: ${issue?.path.join('.')} ${issue?.message} in the front matter.`);
}

function blocksOfFile(file: string, body: string) {
  try {
    return markdownBlocks(body);
  } catch (error) {
    if (error instanceof MarkdownError) throw new ConfigError(`${file} ${error.message}.`);
    throw error;
  }
}

const KEY = /^scene-([a-z][a-z-]{0,39})$/;

/** Returns the SVG of a media key from content/scenes, or null for other keys and missing files. */
export async function readScene(key: string): Promise<string | null> {
  const [, name] = KEY.exec(key) ?? [];
  if (name === undefined) return null;
  return readFile(projectFile(`content/scenes/${name}.svg`), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
