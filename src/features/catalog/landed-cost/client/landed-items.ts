import { createContext, use, useEffect, useMemo, useSyncExternalStore } from 'react';
import {
  atPort,
  type Destination,
  readDestination,
  writeDestination,
} from '#features/customs/import-rules/model/destination.ts';
import { type ApiClient, browserApi, isApiFailure } from '#lib/api-client/api-client.ts';
import { landedCostCalls } from '../../catalog-calls.ts';
import type { LandedListResponse } from '../model/landed-cost-contract.ts';
import { type LandedItem, landedItemsOf, landedQuery, writeCardPlace } from '../model/landed-text.ts';
import { storeHasRate } from './destination.ts';

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
  const place = writeDestination(atPort(destination));
  return api.call(landedCostCalls.several, { query: landedQuery(destination, ids) }).then(
    (response) => ({ place, items: landedItemsOf(response), version: response.version, today: response.today }),
    () => null,
  );
}

/** The destination that the share card of a page shows; undefined without one. */
export const cardPlaceOf = (rendered: RenderedItems | null) => (rendered ? writeCardPlace(rendered) : undefined);

/** `none`: the call does not know the car or the country. */
type Entry = { state: 'waiting' | 'failed' | 'none' } | { state: 'known'; item: LandedItem };

/** What one call takes. */
const MOST_IDS = 50;
const MAX_AGE_MS = 30_000;
const WAITING: Entry = { state: 'waiting' };

const entries = new Map<string, { entry: Entry; askedAt: number }>();
const wanted = new Map<string, { destination: Destination; ids: Set<number> }>();
const watchers = new Set<() => void>();

/** The light and landed cost of a car. All cars that are shown at the same moment are asked for in one call. */
export function useLandedItem(destination: Destination | null, id: number): Entry {
  const place = destination && writeDestination(atPort(destination));
  const rendered = use(RenderedItemsContext);
  const known = useMemo(() => entryIn(rendered, place, id), [rendered, place, id]);
  useEffect(() => {
    if (destination && place && !known) want(destination, place, id);
  }, [destination, place, id, known]);
  return useSyncExternalStore(
    watch,
    () => known ?? entries.get(`${place} ${id}`)?.entry ?? WAITING,
    () => known ?? WAITING,
  );
}

function entryIn(rendered: RenderedItems | null, place: string | null, id: number): Entry | null {
  if (rendered === null || rendered.place !== place) return null;
  const item = rendered.items.find(({ listing_id: found }) => found === id);
  return item ? { state: 'known', item } : null;
}

function want(destination: Destination, place: string, id: number): void {
  const known = entries.get(`${place} ${id}`);
  if (known && known.entry.state !== 'failed' && performance.now() - known.askedAt < MAX_AGE_MS) return;
  if (wanted.size === 0) queueMicrotask(askForWanted);
  const group = wanted.get(place) ?? { destination, ids: new Set() };
  group.ids.add(id);
  wanted.set(place, group);
}

function askForWanted(): void {
  const groups = [...wanted];
  wanted.clear();
  for (const [place, { destination, ids }] of groups) {
    const all = [...ids];
    for (let at = 0; at < all.length; at += MOST_IDS) void ask(place, destination, all.slice(at, at + MOST_IDS));
  }
}

async function ask(place: string, destination: Destination, ids: number[]): Promise<void> {
  const askedAt = performance.now();
  const store = (entryOf: (id: number) => Entry) => {
    for (const id of ids) entries.set(`${place} ${id}`, { entry: entryOf(id), askedAt });
    for (const watcher of watchers) watcher();
  };
  try {
    const response = await browserApi.call(landedCostCalls.several, { query: landedQuery(destination, ids) });
    const found = new Map(landedItemsOf(response).map((item) => [item.listing_id, item]));
    storeHasRate(response.rate_date !== null);
    store((id) => {
      const item = found.get(id);
      return item ? { state: 'known', item } : { state: 'none' };
    });
  } catch (error) {
    const isUnknown = isApiFailure(error) && error.status === 404;
    store(() => ({ state: isUnknown ? 'none' : 'failed' }));
  }
}

function watch(changed: () => void): () => void {
  watchers.add(changed);
  return () => watchers.delete(changed);
}
