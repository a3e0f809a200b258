import { z } from 'zod';
import { ConfigError } from '#lib/config-error.ts';
import type { Article } from '../model/article.ts';
import { MarkdownError, markdownBlocks } from './markdown-blocks.ts';

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
