import { nameKey } from '#features/vehicles/model/name-key.ts';
import type { Vehicles } from '#features/vehicles/server/api.ts';
import { centsOf } from '#lib/money.ts';
import type { ListingCriteria, ListingOrder } from '../model/criteria/listing-criteria.ts';
import type { ListingsQuery } from '../model/listing-contract.ts';
import { chosenFilters } from '../model/listing-fields.ts';
import type { PageRequest } from './find-listings.ts';

/** Converts API filters to criteria. An unknown make matches no car. */
export function criteriaOfQuery(query: ListingsQuery, vehicles: Vehicles): ListingCriteria {
  const criteria: ListingCriteria = { offer: query.rentSell, ...chosenFilters(query) };
  if (query.make) {
    const make = vehicles.makeByKey.get(nameKey(query.make));
    criteria.vehicles = make ? [make.id] : [];
  }
  if (query.year !== undefined) criteria.year = query.year;
  if (query.minPrice) criteria.minPriceCents = centsOf(query.minPrice);
  if (query.maxPrice !== undefined) criteria.maxPriceCents = centsOf(query.maxPrice);
  if (query.minRating) criteria.minRating = query.minRating;
  return criteria;
}

export function pageOfQuery({ page, limit, sortBy, sortOrder }: ListingsQuery): PageRequest {
  return { page, limit, order: orderOf(sortBy, sortOrder) };
}

function orderOf(sortBy: ListingsQuery['sortBy'], sortOrder: ListingsQuery['sortOrder']): ListingOrder {
  if (sortBy === undefined) return 'newest';
  return sortOrder === 'desc' ? 'price-desc' : 'price-asc';
}
