import { data, type MetaFunction, redirect, useLoaderData } from 'react-router';
import { articleMeta, fetchPost } from '#features/site/content/client/articles.ts';
import { ArticleFrame, PostCards } from '#features/site/content/components/article-page.tsx';
import { Section } from '#features/site/content/components/home-sections.tsx';
import type { ArticleResponse } from '#features/site/content/model/article-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { browserLoader, type LoadInput, pageOfMatches, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { MessagePage } from '#ui/message-page.tsx';

/** Loads a post by its slug. Redirects to the lower-case URL. */
async function load({ api, url, params: { slug = '' } }: LoadInput) {
  const found = await fetchPost(api, slug.toLowerCase());
  if (found && found.post.slug !== slug) throw redirect(pathOf(found.post) + url.search, 301);
  return found ? data(found) : data({ post: null, related: [] }, { status: 404 });
}
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  const post = loaderData?.post;
  const { site, t } = pageOfMatches(matches);
  if (!post) return [{ title: t('content.post.notFound') }, { name: 'robots', content: 'noindex' }];
  return articleMeta({
    site,
    t,
    path: pathOf(post),
    article: post,
    crumbs: crumbsOf(post, t),
  });
};

export default function BlogPost() {
  const t = useTranslator();
  const { post, related } = useLoaderData<typeof load>();
  const all = <LinkButton to={paths.blogs}>{t('content.post.all')}</LinkButton>;
  if (!post) {
    return (
      <MessagePage title={t('content.post.notFound')} text={t('content.post.notFound.text')}>
        {all}
      </MessagePage>
    );
  }
  return (
    <>
      <ArticleFrame key={post.slug} article={post} crumbs={crumbsOf(post, t)} />
      <Section title={t('content.related.title')} aside={all} sunken>
        <PostCards posts={related} />
      </Section>
    </>
  );
}

function pathOf({ slug }: ArticleResponse): string {
  return paths.blogPost.replace(':slug', slug);
}

function crumbsOf({ title }: ArticleResponse, t: Translator) {
  return [
    { name: t('content.home'), to: paths.home },
    { name: t('content.guide.breadcrumb'), to: paths.blogs },
    { name: title },
  ];
}
