import { countryIn } from '#features/catalog/listings/model/criteria/destination-query.ts';
import {
  isLandedOrder,
  type ListingCriteria,
  type ListOrder,
} from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import type { ListingsQuery, ListingsResponse } from '#features/catalog/listings/model/listing-contract.ts';
import type { Inventory } from './inventory.ts';

/** What a list with a destination costs more: it may have to be computed for all cars. */
export const destinationCost = (query: ListingsQuery): number => (countryIn(query) === undefined ? 0 : 2);

/** Says where the cars of a list are shipped, and how many have no total if the list filters or sorts by it. */
export async function destinationOf(
  inventory: Inventory,
  criteria: ListingCriteria | null,
  order: ListOrder,
): Promise<Pick<ListingsResponse, 'destination'>> {
  if (!criteria?.destination) return {};
  const { landedCents, ...others } = criteria;
  // The same object shares its matches with the list.
  const atAnyCost = landedCents === undefined ? criteria : others;
  const counts = landedCents !== undefined || isLandedOrder(order);
  return {
    destination: { ...criteria.destination, withoutTotal: counts ? await inventory.withoutTotal(atAnyCost) : null },
  };
}
