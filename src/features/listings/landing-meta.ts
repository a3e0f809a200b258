import type { MetaDescriptor } from 'react-router';
import { pageMeta } from '#platform/pages/meta.ts';
import { type Crumb, structuredCrumbs } from '#platform/pages/structured-data.ts';
import { englishWords as t } from '#platform/words/words.ts';
import { itemList } from './explore-meta.ts';
import { type Landing, landingPath, pageSearch } from './landing.ts';
import { landingSentences, landingTitle } from './landing-text.ts';
import { shareCard } from './share-card.ts';
import type { StockAnswer } from './stock-contract.ts';

type LandingFacts = {
  origin: string;
  landing: Landing;
  stock: StockAnswer;
  crumbs: Crumb[];
};

/** What search engines and link previews are told of a landing page. One without cars is not for indexes. */
export function landingMeta({ origin, landing, stock, crumbs }: LandingFacts): MetaDescriptor[] {
  const { page } = stock.pagination;
  const title = landingTitle(landing, t);
  const path = landingPath(landing) + pageSearch(page);
  const [newest] = stock.listings;
  return [
    ...pageMeta({
      title: page > 1 ? t('browse.page', { title, page }) : title,
      description: landingSentences(landing, stock, t).join(' ') || t('browse.none'),
      origin,
      path,
      indexed: newest !== undefined,
      ...(newest && { image: shareCard(origin, newest) }),
    }),
    { 'script:ld+json': structuredCrumbs(origin, path, crumbs) },
    ...(newest ? [{ 'script:ld+json': itemList(origin, stock) }] : []),
  ];
}
