import type { Inventory } from '#features/catalog/inventory/server/inventory.ts';
import { listingName } from '#features/catalog/listings/model/listing.ts';
import type { CardResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { notPublic } from '#features/catalog/listings/server/find-public-listing.ts';
import { criteriaOfQuery } from '#features/catalog/listings/server/query-criteria.ts';
import type { Vehicles } from '#features/catalog/vehicles/server/vehicle-catalog.ts';
import { amountOf, centsOf } from '#lib/money.ts';
import { type PricedCar, pricePosition, YEARS_APART } from '../model/price-position.ts';
import type { PricePositionResponse } from '../model/price-position-contract.ts';

/** The newest ones. */
const MOST_COMPARED = 50;

/** Compares a car for sale with the public cars of its model; null if there are too few. Throws `not_found`. */
export async function findPricePosition(
  inventory: Inventory,
  vehicles: Vehicles,
  id: number,
): Promise<PricePositionResponse | null> {
  const detail = await inventory.detail(id);
  if (detail === null) throw notPublic(id);
  const car = JSON.parse(detail) as CardResponse;
  if (car.RentSell !== 'Sell') return null;
  const ofModel = criteriaOfQuery(
    {
      rentSell: 'Sell',
      make: [car.make],
      model: [car.model],
      minYear: car.year - YEARS_APART,
      maxYear: car.year + YEARS_APART,
    },
    vehicles,
  );
  const found = await inventory.find([ofModel], { page: 1, limit: MOST_COMPARED, order: 'newest' });
  const others = found.cards.map((card) => JSON.parse(String(card)) as CardResponse);
  const byId = new Map(others.map((other) => [other.listing_id, other]));
  byId.delete(id);
  const position = pricePosition(pricedCar(car), [...byId.values()].map(pricedCar));
  if (!position) return null;
  return {
    level: position.level,
    median: amountOf(position.medianCents),
    difference: position.difference,
    cars: position.cars,
    yearsApart: position.yearsApart,
    adjustments: position.adjustments,
    nearest: position.nearest.map((each) => {
      const { make, model } = byId.get(each.id)!;
      return {
        listing_id: each.id,
        name: listingName(byId.get(each.id)!),
        year: each.year,
        mileageKm: each.mileageKm,
        price: amountOf(each.priceCents),
        forYear: amountOf(each.forYearCents),
        forMileage: amountOf(each.forMileageCents),
        adjusted: amountOf(each.adjustedCents),
        make,
        model,
      };
    }),
  };
}

const pricedCar = ({ listing_id: id, price, year, mileageKm }: CardResponse): PricedCar => ({
  id,
  priceCents: centsOf(price),
  year,
  mileageKm,
});
