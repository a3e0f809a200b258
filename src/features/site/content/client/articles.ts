import type { MetaDescriptor } from 'react-router';
import { type ApiClient, isApiFailure } from '#lib/api-client/api-client.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { pageMeta } from '#lib/pages/page-handlers.ts';
import type { SiteFacts } from '#lib/pages/page-site.ts';
import { type Crumb, organization, structuredCrumbs, structuredOrganization } from '#lib/pages/structured-data.ts';
import { FEED, paths } from '#paths.ts';
import { articleCalls } from '../../site-calls.ts';
import type { ArticleResponse, PostResponse } from '../model/article-contract.ts';
import { COVER_SIZE, coverUrl } from '../model/cover.ts';

export const fetchPosts = (api: ApiClient) => api.call(articleCalls.posts);
export const fetchGuide = (api: ApiClient) => api.call(articleCalls.exportGuide);
export const fetchAbout = (api: ApiClient) => api.call(articleCalls.about);

/** Returns a post and its related posts, or null if it does not exist. */
export async function fetchPost(api: ApiClient, slug: string): Promise<PostResponse | null> {
  try {
    return await api.call(articleCalls.post, { params: { slug } });
  } catch (error) {
    if (isApiFailure(error) && [400, 404, 414].includes(error.status)) return null;
    throw error;
  }
}

type ArticlePage = { site: SiteFacts; t: Translator; path: string; article: ArticleResponse; crumbs: Crumb[] };

/** Metadata of the guide and of a post for search engines and link previews. */
export function articleMeta({ site, t, path, article, crumbs }: ArticlePage): MetaDescriptor[] {
  return [
    ...textMeta({ site, path, article }, 'article'),
    feedLink(site.origin, t),
    { 'script:ld+json': structuredPost(site.origin, path, article, t.locale) },
    { 'script:ld+json': structuredCrumbs(site.origin, path, crumbs) },
  ];
}

export function aboutMeta(site: SiteFacts, about: ArticleResponse): MetaDescriptor[] {
  return [
    ...textMeta({ site, path: paths.about, article: about }, 'website'),
    { 'script:ld+json': structuredOrganization(site.origin, paths.contact) },
  ];
}

function textMeta(page: Pick<ArticlePage, 'site' | 'path' | 'article'>, type: 'article' | 'website'): MetaDescriptor[] {
  const { site, path, article } = page;
  const { title, excerpt, cover } = article;
  const image = { url: coverImageUrl(site.origin, article), ...COVER_SIZE, alt: cover.alt };
  return pageMeta({ title, description: excerpt, site, path, type, image });
}

const coverImageUrl = (origin: string, { cover }: ArticleResponse) => origin + coverUrl(cover.scene, 'jpg', 1600, 80);

function feedLink(origin: string, t: Translator): MetaDescriptor {
  const title = t('content.feed.title');
  return { tagName: 'link', rel: 'alternate', type: 'application/atom+xml', title, href: origin + FEED };
}

function structuredPost(origin: string, path: string, article: ArticleResponse, locale: string) {
  const { title, excerpt, date, minutes } = article;
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: title,
    description: excerpt,
    image: coverImageUrl(origin, article),
    ...(date && { datePublished: date }),
    timeRequired: `PT${minutes}M`,
    inLanguage: locale,
    mainEntityOfPage: origin + path,
    author: organization(origin),
    publisher: organization(origin),
  };
}
