import type { Destination } from '#features/customs/import-rules/model/destination.ts';
import type { LandedListResponse } from './landed-cost-contract.ts';

/** The answer about one car, with the rate of its amounts in the currency of the country. */
export type LandedItem = LandedListResponse['items'][number] & Pick<LandedListResponse, 'local_currency' | 'rate_date'>;

export function landedQuery({ country, port, buyer }: Destination, ids: readonly number[]) {
  return { ids: ids.join(','), country, buyer, ...(port && { port }) };
}

export function landedItemsOf({ items, local_currency, rate_date }: LandedListResponse): LandedItem[] {
  return items.map((item) => ({ ...item, local_currency, rate_date }));
}
