import { createContext } from 'react';
import { readDestination, writeDestination } from '#features/customs/import-rules/model/destination.ts';
import type { ApiClient } from '#lib/api-client/api-client.ts';
import { landedCostCalls } from '../../catalog-calls.ts';
import { writeCardPlace } from '../model/card-place.ts';
import type { LandedListResponse } from '../model/landed-cost-contract.ts';
import { type LandedItem, landedItemsOf, landedQuery } from '../model/landed-item.ts';

/** Lights and landed costs that a page was rendered with, for the destination in its address. */
export type RenderedItems = { place: string; items: LandedItem[] } & Pick<LandedListResponse, 'version' | 'today'>;

/** Gives the cards of a page what it was rendered with, so that they do not ask for it. */
export const RenderedItemsContext = createContext<RenderedItems | null>(null);

type Card = { listing_id: number; RentSell: string };

/**
 * Loads what cards show for the destination in the address of a page. Returns null without one, and in the browser, where
 * the cards ask by themselves once the page is shown.
 */
export async function fetchRenderedItems(
  api: ApiClient,
  { searchParams }: URL,
  cars: readonly Card[],
): Promise<RenderedItems | null> {
  const destination = readDestination(searchParams.get('to'));
  const ids = cars.filter(({ RentSell }) => RentSell === 'Sell').map(({ listing_id: id }) => id);
  if (destination === null || ids.length === 0 || typeof document !== 'undefined') return null;
  const place = writeDestination(destination);
  return api.call(landedCostCalls.several, { query: landedQuery(destination, ids) }).then(
    (response) => ({ place, items: landedItemsOf(response), version: response.version, today: response.today }),
    () => null,
  );
}

/** What the share card of a page is for, besides its car; undefined without a destination. */
export const cardPlaceOf = (rendered: RenderedItems | null) => (rendered ? writeCardPlace(rendered) : undefined);
