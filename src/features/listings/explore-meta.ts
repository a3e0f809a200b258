import type { MetaDescriptor } from 'react-router';
import { PRODUCT_NAME } from '#platform/config/product.ts';
import { englishWords as t } from '#platform/words/words.ts';
import { EVERYTHING, type ExploreState, writeExplore } from './explore-query.ts';
import type { ListingsAnswer } from './listing-contract.ts';
import { listingPath } from './listing-slug.ts';

type ExplorePage = { origin: string; path: string; state: ExploreState; found: ListingsAnswer | null };

/** What search engines and shared links say of a choice of cars. Free searches and empty lists are not for indexes. */
export function exploreMeta({ origin, path, state, found }: ExplorePage): MetaDescriptor[] {
  const title = titleOf(state);
  const numbered = state.page > 1 ? t('explore.meta.page', { title, page: state.page }) : title;
  const description = t(`explore.meta.description.${state.mode}`, { count: found?.pagination.totalItems ?? 0 });
  const url = origin + path + writeExplore(state);
  const listed = found !== null && found.listings.length > 0;
  return [
    { title: `${numbered} | ${PRODUCT_NAME}` },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:title', content: numbered },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    ...(state.q !== '' || !listed ? [{ name: 'robots', content: 'noindex, follow' }] : []),
    ...(listed ? [{ 'script:ld+json': itemList(origin, found) }] : []),
  ];
}

function titleOf({ mode, q, year, make, carType, ...others }: ExploreState): string {
  if (q !== '') return t('explore.search.results', { text: q });
  const what = [year, make, carType && t(`cars.type.${carType}`)].filter(Boolean).join(' ');
  const narrowed = what !== '' || writeExplore({ ...EVERYTHING, ...others, page: 1 }) !== '';
  if (!narrowed) return t(`explore.title.${mode}`);
  return t(`explore.meta.title.${mode}`, { what: what || t('explore.meta.anyCar') });
}

function itemList(origin: string, { listings, pagination }: ListingsAnswer) {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    numberOfItems: pagination.totalItems,
    itemListElement: listings.map((car, place) => ({
      '@type': 'ListItem',
      position: (pagination.page - 1) * pagination.limit + place + 1,
      url: origin + listingPath({ id: car.listing_id, make: car.make, model: car.model, offer: car.RentSell }),
    })),
  };
}
