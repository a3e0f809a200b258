import { type ApiClient, type ApiQuery, isApiFailure } from '#platform/api-client/api-client.ts';
import type { WordId } from '#platform/words/words.ts';
import type { FavouritesAnswer } from './favourite-contract.ts';
import type { CardAnswer, ListingAnswer, ListingsAnswer, RelatedAnswer } from './listing-contract.ts';
import type { StockAnswer } from './stock-contract.ts';

/** A read that failed, with the words that the page shows for it. */
export class CarsUnavailable extends Error {
  readonly say: WordId;
  readonly values: Record<string, number>;

  constructor(say: WordId, cause: unknown, values: Record<string, number> = {}) {
    super(say, { cause });
    this.say = say;
    this.values = values;
  }
}

async function orSay<Answer>(say: WordId, call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    throw new CarsUnavailable(say, error);
  }
}

export function fetchFeatured(api: ApiClient): Promise<CardAnswer[]> {
  return orSay('cars.listFailed', () => api.get<CardAnswer[]>('/api/api/listings/featured'));
}

export function fetchListings(api: ApiClient, query: ApiQuery): Promise<ListingsAnswer> {
  const path = query.q === undefined ? '/api/api/listings/listings' : '/api/api/listings/search';
  return orSay('cars.listFailed', () => api.get<ListingsAnswer>(path, query));
}

/** What is on the market of a make, a model or a type; null when nobody knows such a one. */
export async function fetchStock(api: ApiClient, query: ApiQuery): Promise<StockAnswer | null> {
  try {
    return await api.get<StockAnswer>('/api/stock', query);
  } catch (error) {
    if (isApiFailure(error) && [400, 404].includes(error.status)) return null;
    throw new CarsUnavailable('cars.listFailed', error);
  }
}

/** One listing, or null when there is none. */
export async function fetchListing(api: ApiClient, id: number): Promise<ListingAnswer | null> {
  try {
    return await api.get<ListingAnswer>(`/api/api/listings/${id}`);
  } catch (error) {
    if (isApiFailure(error) && error.status === 404) return null;
    if (isApiFailure(error)) throw new CarsUnavailable('cars.httpError', error, { status: error.status });
    throw new CarsUnavailable('cars.noData', error);
  }
}

export function fetchRelated(api: ApiClient, id: number): Promise<RelatedAnswer> {
  return orSay('cars.relatedFailed', () => api.get<RelatedAnswer>(`/api/api/listings/${id}/related`, { limit: 9 }));
}

/** What the signed-in person has saved. Its failures are told as they are, for a page that asks people to log in. */
export function fetchFavourites(api: ApiClient): Promise<FavouritesAnswer> {
  return api.get<FavouritesAnswer>('/api/favourites');
}
