import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';
import type { Block } from './article.ts';

export const postParams = z.object({ slug: z.string().max(120) });

const text = z.string();

const summary = z.object({
  slug: text,
  title: text,
  date: text.nullable().describe('YYYY-MM-DD'),
  excerpt: text,
  cover: z.object({ scene: text, alt: text }),
  minutes: z.number().describe('Minutes that reading takes'),
});

const article = summary.extend({
  contents: z.array(z.object({ id: text, text })),
  blocks: z.array(z.custom<Block>()).describe('The text as a tree: src/features/content/model/article.ts'),
});

export const postsAnswer = z.object({ posts: z.array(summary) });
export const postAnswer = z.object({ post: article, related: z.array(summary) });
export const guideAnswer = z.object({ guide: article, posts: z.array(summary) });
export const aboutAnswer = z.object({ about: article });

export type ArticleAnswer = z.output<typeof article>;
export type PostsAnswer = z.output<typeof postsAnswer>;
export type PostAnswer = z.output<typeof postAnswer>;
export type GuideAnswer = z.output<typeof guideAnswer>;
export type AboutAnswer = z.output<typeof aboutAnswer>;

export const articleContract = {
  posts: { responses: { 200: postsAnswer } },
  post: { params: postParams, responses: { 200: postAnswer } },
  exportGuide: { responses: { 200: guideAnswer } },
  about: { responses: { 200: aboutAnswer } },
} satisfies Record<string, CallContract>;
