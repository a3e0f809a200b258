import type { MetaDescriptor } from 'react-router';
import {
  EVERYTHING,
  type ExploreState,
  withoutImport,
  writeExplore,
} from '#features/catalog/listings/model/criteria/explore-query.ts';
import { CAR_TYPES, listingPath } from '#features/catalog/listings/model/listing.ts';
import type { ListingsResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { shareCard } from '#features/catalog/listings/model/share-card.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { pageMeta } from '#lib/pages/page-handlers.ts';
import type { SiteFacts } from '#lib/pages/page-site.ts';
import { landingOf } from '../model/landing.ts';

type ExplorePage = {
  site: SiteFacts;
  t: Translator;
  path: string;
  state: ExploreState;
  found: ListingsResponse | null;
  /** Whether the address names a destination of cars. Such variants of a page are not indexed. */
  hasDestination: boolean;
  /** The destination on the share card. */
  cardPlace: string | undefined;
};

/** Meta tags for search engines and link previews. Free-text searches and empty lists are not indexed. */
export function exploreMeta({
  site,
  t,
  path,
  state: requested,
  found,
  hasDestination,
  cardPlace,
}: ExplorePage): MetaDescriptor[] {
  const state = withoutImport(withCatalogNames(requested, found));
  const title = titleOf(state, t);
  const numbered = state.page > 1 ? t('explore.meta.page', { title, page: state.page }) : title;
  const description = t(`explore.meta.description.${state.mode}`, { count: found?.pagination.totalItems ?? 0 });
  const listed = found !== null && found.listings.length > 0;
  return [
    ...pageMeta({
      title: numbered,
      description,
      site,
      path: (listed && landingOf(state)) || path + writeExplore(state),
      indexed: listed && state.q === '' && !hasDestination,
      ...(listed && { image: shareCard(site.origin, found.listings[0]!, t, cardPlace) }),
    }),
    ...(listed ? [{ 'script:ld+json': itemList(site.origin, found) }] : []),
  ];
}

/** Uses the catalog names of a make and a model, so that a list has one URL to index. */
function withCatalogNames(state: ExploreState, found: ListingsResponse | null): ExploreState {
  const first = found?.listings[0];
  if (!first || state.make.length !== 1) return state;
  return { ...state, make: [first.make], ...(state.model.length === 1 && { model: [first.model] }) };
}

function titleOf({ mode, q, year, make, carType, ...others }: ExploreState, t: Translator): string {
  if (q !== '') return t('explore.search.results', { text: q });
  const types = CAR_TYPES.filter((type) => carType.includes(type)).map((type) => t(`cars.carType.${type}`));
  const what = [year, makesText(make), types.join(', ')].filter(Boolean).join(' ');
  const narrowed = what !== '' || writeExplore({ ...EVERYTHING, ...others, page: 1 }) !== '';
  if (!narrowed) return t(`explore.title.${mode}`);
  return t(`explore.meta.title.${mode}`, { what: what || t('explore.meta.anyCar') });
}

const makesText = (makes: string[]) => (makes.length > 3 ? '' : makes.join(', '));

/** Structured data of a page of cars, each with its position in the whole list. */
export function itemList(origin: string, { listings, pagination }: Pick<ListingsResponse, 'listings' | 'pagination'>) {
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
