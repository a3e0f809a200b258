import type { MetaDescriptor } from 'react-router';
import { CarsUnavailable } from '#features/catalog/listings/client/listing-client.ts';
import { shareCard } from '#features/catalog/listings/model/share-card.ts';
import type { CallInput } from '#lib/api-client/api-call.ts';
import { type ApiClient, isApiFailure } from '#lib/api-client/api-client.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { pageMeta } from '#lib/pages/page-handlers.ts';
import type { SiteFacts } from '#lib/pages/page-site.ts';
import { type Crumb, structuredCrumbs } from '#lib/pages/structured-data.ts';
import { inventoryCalls } from '../../catalog-calls.ts';
import type { InventoryResponse, inventoryContract } from '../model/inventory-contract.ts';
import { type Landing, type LandingView, landingCall, landingPath, pageSearch } from '../model/landing.ts';
import { landingSentences, landingTitle } from '../model/landing-text.ts';
import { itemList } from './explore-meta.ts';

type InventoryQuery = CallInput<(typeof inventoryContract)['find']>['query'];

/** Returns the inventory of a make, model or type, or null if the name is unknown. */
export async function fetchInventory(api: ApiClient, query: InventoryQuery): Promise<InventoryResponse | null> {
  try {
    return await api.call(inventoryCalls.find, { query });
  } catch (error) {
    if (isApiFailure(error) && [400, 404].includes(error.status)) return null;
    throw new CarsUnavailable({ messageKey: 'cars.listFailed' }, error);
  }
}

/** Loads a landing page for its destination, or without it if the server does not know the import rules now or at all. */
export async function fetchShippedInventory(
  api: ApiClient,
  query: InventoryQuery,
  view: LandingView,
): Promise<InventoryResponse | null> {
  if (view.to === '') return fetchInventory(api, query);
  const found = await fetchInventory(api, { ...query, ...landingCall(view) }).catch((error: unknown) => {
    if (error instanceof CarsUnavailable && isApiFailure(error.cause) && error.cause.status === 503) return null;
    throw error;
  });
  return found ?? fetchInventory(api, query);
}

type LandingFacts = {
  site: SiteFacts;
  t: Translator;
  landing: Landing;
  inventory: InventoryResponse;
  crumbs: Crumb[];
  /** Whether the address names a destination of cars. Such variants of a page are not indexed. */
  hasDestination: boolean;
  /** The destination on the share card. */
  cardPlace: string | undefined;
};

/** Meta tags for search engines and link previews. A page without cars is not indexed. */
export function landingMeta(facts: LandingFacts): MetaDescriptor[] {
  const { site, t, landing, inventory, crumbs, hasDestination, cardPlace } = facts;
  const { page } = inventory.pagination;
  const title = landingTitle(landing, t);
  const path = landingPath(landing) + pageSearch(page);
  const [newest] = inventory.listings;
  return [
    ...pageMeta({
      title: page > 1 ? t('browse.page', { title, page }) : title,
      description: landingSentences(landing, inventory, t).join(' ') || t('browse.none'),
      site,
      path,
      indexed: newest !== undefined && !hasDestination,
      ...(newest && { image: shareCard(site.origin, newest, t, cardPlace) }),
    }),
    { 'script:ld+json': structuredCrumbs(site.origin, path, crumbs) },
    ...(newest ? [{ 'script:ld+json': itemList(site.origin, inventory) }] : []),
  ];
}
