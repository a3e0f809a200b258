import type { CallInput } from '#lib/api-client/api-call.ts';
import { type ApiClient, isApiFailure } from '#lib/api-client/api-client.ts';
import type { Message } from '#lib/i18n/translator.ts';
import { listingCalls } from '../../catalog-calls.ts';
import type {
  CardResponse,
  CarPageResponse,
  ListingsResponse,
  listingContract,
  RelatedResponse,
} from '../model/listing-contract.ts';

type SearchQuery = NonNullable<CallInput<(typeof listingContract)['search']>['query']>;

export type ReadFailure = Message<'cars.listFailed' | 'cars.relatedFailed' | 'cars.noData' | 'cars.httpError'>;

/** A failed read, with the message that the page shows for it. */
export class CarsUnavailable extends Error {
  readonly failure: ReadFailure;

  constructor(failure: ReadFailure, cause: unknown) {
    super(failure.messageKey, { cause });
    this.failure = failure;
  }
}

async function orUnavailable<Answer>(
  messageKey: 'cars.listFailed' | 'cars.relatedFailed',
  call: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    throw new CarsUnavailable({ messageKey }, error);
  }
}

export function fetchFeatured(api: ApiClient): Promise<CardResponse[]> {
  return orUnavailable('cars.listFailed', () => api.call(listingCalls.featured));
}

export function fetchListings(api: ApiClient, { q, ...query }: SearchQuery): Promise<ListingsResponse> {
  return orUnavailable('cars.listFailed', () =>
    q === undefined
      ? api.call(listingCalls.find, { query })
      : api.call(listingCalls.search, { query: { ...query, q } }),
  );
}

/** Returns null if there is no such listing. */
export async function fetchListing(api: ApiClient, id: number): Promise<CarPageResponse | null> {
  try {
    return await api.call(listingCalls.one, { params: { id } });
  } catch (error) {
    if (isApiFailure(error) && error.status === 404) return null;
    if (isApiFailure(error)) {
      const values = { status: String(error.status) };
      throw new CarsUnavailable({ messageKey: 'cars.httpError', values }, error);
    }
    throw new CarsUnavailable({ messageKey: 'cars.noData' }, error);
  }
}

export function fetchRelated(api: ApiClient, id: number): Promise<RelatedResponse> {
  return orUnavailable('cars.relatedFailed', () =>
    api.call(listingCalls.related, { params: { id }, query: { limit: 9 } }),
  );
}
