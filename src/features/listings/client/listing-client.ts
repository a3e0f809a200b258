import { type ApiClient, type ApiQuery, isApiFailure } from '#lib/api-client/api-client.ts';
import type { WordId } from '#lib/i18n/messages.ts';
import type { CardAnswer, ListingAnswer, ListingsAnswer, RelatedAnswer } from '../model/listing-contract.ts';

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
