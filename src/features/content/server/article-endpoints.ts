import { AppError } from '#lib/app-error.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { type Article, contentsOf, summaryOf } from '../model/article.ts';
import { aboutAnswer, guideAnswer, postAnswer, postParams, postsAnswer } from '../model/article-contract.ts';
import type { ArticleLibrary } from './article-library.ts';

/** The calls that read the site's texts. */
export function articleEndpoints({ articles }: { articles: () => Promise<ArticleLibrary> }): Endpoint[] {
  const open = { method: 'GET', tag: 'Articles', access: 'anyone', cache: 'while-stock-unchanged' } as const;
  return [
    endpoint({
      ...open,
      path: '/posts',
      summary: 'The posts of the blog, the newest first',
      answer: postsAnswer,
      handle: async () => ({ posts: (await articles()).posts.map(summaryOf) }),
    }),
    endpoint({
      ...open,
      path: '/posts/:slug',
      summary: 'A post of the blog',
      params: postParams,
      answer: postAnswer,
      handle: async ({ params }) => {
        const { posts } = await articles();
        const post = posts.find(({ slug }) => slug === params.slug);
        if (!post) throw new AppError('not_found', 'no such post', { say: 'content.post.notFound' });
        return { post: wholeArticle(post), related: relatedPosts(post, posts) };
      },
    }),
    endpoint({
      ...open,
      path: '/export-guide',
      summary: 'The export guide',
      answer: guideAnswer,
      handle: async () => {
        const { guide, posts } = await articles();
        return { guide: wholeArticle(guide), posts: posts.map(summaryOf) };
      },
    }),
    endpoint({
      ...open,
      path: '/about',
      summary: 'What the site says of itself',
      answer: aboutAnswer,
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
