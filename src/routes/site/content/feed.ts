import { fetchPosts } from '#features/site/content/client/articles.ts';
import { atomFeed } from '#features/site/content/model/feed.ts';
import { serverLoader } from '#lib/pages/page-handlers.ts';
import { FEED, paths } from '#paths.ts';

export const loader = serverLoader(async ({ api, t, url: { origin } }) => {
  const { posts } = await fetchPosts(api);
  const urlOf = (slug: string) => origin + paths.blogPost.replace(':slug', slug);
  const feed = atomFeed({
    lang: t.locale,
    title: t('content.feed.title'),
    subtitle: t('content.feed.text'),
    self: origin + FEED,
    page: origin + paths.blogs,
    posts: posts.map((post) => ({ ...post, url: urlOf(post.slug) })),
  });
  return new Response(feed, {
    headers: { 'content-type': 'application/atom+xml; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  });
});
