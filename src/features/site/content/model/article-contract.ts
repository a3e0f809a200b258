import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';
import type { Block } from './article.ts';

const postParams = z.object({ slug: z.string().max(120) });

const text = z.string();

const summary = z.object({
  slug: text,
  title: text,
  date: text.nullable().describe('YYYY-MM-DD'),
  excerpt: text,
  cover: z.object({ scene: text, alt: text }),
  minutes: z.number().describe('Reading time in minutes'),
});

const article = summary.extend({
  contents: z.array(z.object({ id: text, text })),
  blocks: z
    .array(z.custom<Block>())
    .describe('The text as a tree; see Block in src/features/site/content/model/article.ts'),
});

const postsResponse = z.object({ posts: z.array(summary) });
const postResponse = z.object({ post: article, related: z.array(summary) });
const guideResponse = z.object({ guide: article, posts: z.array(summary) });
const aboutResponse = z.object({ about: article });

export type ArticleResponse = z.output<typeof article>;
export type PostResponse = z.output<typeof postResponse>;
export type GuideResponse = z.output<typeof guideResponse>;
export type AboutResponse = z.output<typeof aboutResponse>;

export const articleContract = {
  posts: { responses: { 200: postsResponse } },
  post: { params: postParams, responses: { 200: postResponse } },
  exportGuide: { responses: { 200: guideResponse } },
  about: { responses: { 200: aboutResponse } },
} satisfies Record<string, CallContract>;
