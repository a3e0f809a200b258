import { AppError } from '#lib/app-error.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { articleCalls } from '../../site-calls.ts';
import { type Article, contentsOf, summaryOf } from '../model/article.ts';
import { articleContract } from '../model/article-contract.ts';
import type { ArticleLibrary } from './read-content.ts';

export function articleEndpoints({ articles }: { articles: () => Promise<ArticleLibrary> }): Endpoint[] {
  const open = { access: 'anyone', cache: 'while-stock-unchanged' } as const;
  return [
    endpoint(articleCalls.posts, articleContract.posts, {
      ...open,
      summary: 'List blog posts, newest first',
      handle: async () => ({ posts: (await articles()).posts.map(summaryOf) }),
    }),
    endpoint(articleCalls.post, articleContract.post, {
      ...open,
      summary: 'Get a blog post',
      handle: async ({ params }) => {
        const { posts } = await articles();
        const post = posts.find(({ slug }) => slug === params.slug);
        if (!post) throw new AppError('not_found', 'no such post', { messageKey: 'content.post.notFound' });
        return { post: wholeArticle(post), related: relatedPosts(post, posts) };
      },
    }),
    endpoint(articleCalls.exportGuide, articleContract.exportGuide, {
      ...open,
      summary: 'Get the export guide',
      handle: async () => {
        const { guide, posts } = await articles();
        return { guide: wholeArticle(guide), posts: posts.map(summaryOf) };
      },
    }),
    endpoint(articleCalls.about, articleContract.about, {
      ...open,
      summary: 'Get the About page',
      handle: async () => ({ about: wholeArticle((await articles()).about) }),
    }),
  ];
}

function wholeArticle(article: Article) {
  return { ...summaryOf(article), contents: contentsOf(article.blocks), blocks: article.blocks };
}

function relatedPosts({ related }: Article, posts: Article[]) {
  return related.flatMap((slug) => posts.filter((post) => post.slug === slug)).map(summaryOf);
}
