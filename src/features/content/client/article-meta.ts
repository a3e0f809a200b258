import type { MetaDescriptor } from 'react-router';
import { englishWords as t } from '#lib/i18n/messages.ts';
import { pageMeta } from '#lib/pages/meta.ts';
import { type Crumb, organization, structuredCrumbs, structuredOrganization } from '#lib/pages/structured-data.ts';
import { FEED, paths } from '#paths.ts';
import type { ArticleResponse } from '../model/article-contract.ts';
import { COVER_SIZE, coverUrl } from '../model/cover.ts';

type ArticlePage = { origin: string; path: string; article: ArticleResponse; crumbs: Crumb[] };

/** Metadata of the guide and of a post for search engines and link previews. */
export function articleMeta({ origin, path, article, crumbs }: ArticlePage): MetaDescriptor[] {
  return [
    ...textMeta({ origin, path, article }, 'article'),
    feedLink(origin),
    { 'script:ld+json': structuredPost(origin, path, article) },
    { 'script:ld+json': structuredCrumbs(origin, path, crumbs) },
  ];
}

export function aboutMeta(origin: string, about: ArticleResponse): MetaDescriptor[] {
  return [
    ...textMeta({ origin, path: paths.about, article: about }, 'website'),
    { 'script:ld+json': structuredOrganization(origin, paths.contact) },
  ];
}

function textMeta(page: Omit<ArticlePage, 'crumbs'>, type: 'article' | 'website'): MetaDescriptor[] {
  const { origin, path, article } = page;
  const { title, excerpt, cover } = article;
  const image = { url: coverImageUrl(origin, article), ...COVER_SIZE, alt: cover.alt };
  return pageMeta({ title, description: excerpt, origin, path, type, image });
}

const coverImageUrl = (origin: string, { cover }: ArticleResponse) => origin + coverUrl(cover.scene, 'jpg', 1600, 80);

function feedLink(origin: string): MetaDescriptor {
  const title = t('content.feed.title');
  return { tagName: 'link', rel: 'alternate', type: 'application/atom+xml', title, href: origin + FEED };
}

function structuredPost(origin: string, path: string, article: ArticleResponse) {
  const { title, excerpt, date, minutes } = article;
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: title,
    description: excerpt,
    image: coverImageUrl(origin, article),
    ...(date && { datePublished: date }),
    timeRequired: `PT${minutes}M`,
    inLanguage: 'en',
    mainEntityOfPage: origin + path,
    author: organization(origin),
    publisher: organization(origin),
  };
}
