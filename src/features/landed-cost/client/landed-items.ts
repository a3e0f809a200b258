import { useEffect, useSyncExternalStore } from 'react';
import { isApiFailure } from '#lib/api-client/api-client.ts';
import { browserApi } from '#lib/api-client/browser-api.ts';
import { type Destination, writeDestination } from '../model/destination.ts';
import { landedCostCalls } from '../model/landed-cost-calls.ts';
import type { LandedListResponse } from '../model/landed-cost-contract.ts';

export type LandedItem = LandedListResponse['items'][number];
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
  const place = destination && writeDestination(destination);
  useEffect(() => {
    if (destination && place) want(destination, place, id);
  }, [destination, place, id]);
  return useSyncExternalStore(
    watch,
    () => entries.get(`${place} ${id}`)?.entry ?? WAITING,
    () => WAITING,
  );
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

async function ask(place: string, { country, port, buyer }: Destination, ids: number[]): Promise<void> {
  const askedAt = performance.now();
  const store = (entryOf: (id: number) => Entry) => {
    for (const id of ids) entries.set(`${place} ${id}`, { entry: entryOf(id), askedAt });
    for (const watcher of watchers) watcher();
  };
  try {
    const query = { ids: ids.join(','), country, buyer, ...(port && { port }) };
    const { items } = await browserApi.call(landedCostCalls.several, { query });
    const found = new Map(items.map((item) => [item.listing_id, item]));
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
