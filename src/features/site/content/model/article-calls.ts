import { callsOf } from '#lib/api-client/api-call.ts';
import type { articleContract } from './article-contract.ts';

export const articleCalls = callsOf<typeof articleContract>({
  posts: 'GET /api/posts',
  post: 'GET /api/posts/:slug',
  exportGuide: 'GET /api/export-guide',
  about: 'GET /api/about',
});
