import type { VehicleKey } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { PROVINCES } from '#features/catalog/listings/model/criteria/provinces.ts';
import { CAR_TYPES, type CarType, OFFERS } from '#features/catalog/listings/model/listing.ts';
import { listingPath } from '#features/catalog/listings/model/listing-slug.ts';
import { countCars, countFacet } from '#features/catalog/listings/server/listing-count-store.ts';
import type { VehicleCatalogue } from '#features/catalog/vehicles/server/vehicle-catalogue.ts';
import type { SitemapEntry, SitemapSource } from '#lib/pages/sitemap.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { FUEL_TYPES, hasLanding, type Landing, landingPath } from '../model/landing.ts';
import { bandCents, bandsOf, PRICE_BANDS } from '../model/landing-bands.ts';
import { carsOfSitemap, fuelsAndPlaces, hasCarPriced, lastChangeOf, lastListingId } from './sitemap-store.ts';

const CARS_AT_ONCE = 1_000;
const VEHICLES_AT_ONCE = 500;

/** Sitemaps of all public cars and of the landing pages that have cars. */
export function inventorySitemaps(db: Queryable, catalogue: VehicleCatalogue): SitemapSource[] {
  return [kindsSitemap(db), makesSitemap(db, catalogue), modelsSitemap(db, catalogue), carsSitemap(db)];
}

function carsSitemap(db: Queryable): SitemapSource {
  return {
    name: 'cars',
    urlsPerId: 1,
    lastId: () => lastListingId(db),
    async holds(from, to) {
      const changedAt = await lastChangeOf(db, from, to);
      return changedAt && { changedAt };
    },
    async *entries(from, to) {
      for (let next = from; next < to; ) {
        const cars = await carsOfSitemap(db, next, to, CARS_AT_ONCE);
        for (const car of cars) yield { path: listingPath(car), changedAt: car.updatedAt };
        next = cars.length < CARS_AT_ONCE ? to : cars.at(-1)!.id + 1;
      }
    },
  };
}

/** Returns null while there are no cars, because a sitemap must not be empty. */
async function whileCarsExist(db: Queryable): Promise<object | null> {
  for (const offer of OFFERS) if ((await countCars(db, { offer })) > 0) return {};
  return null;
}

/** Landing pages of the offers and of their types, fuels, provinces and price bands. */
function kindsSitemap(db: Queryable): SitemapSource {
  return {
    name: 'kinds',
    urlsPerId: OFFERS.length * (1 + CAR_TYPES.length + FUEL_TYPES.length + PROVINCES.length) + PRICE_BANDS.length,
    lastId: async () => 0,
    holds: () => whileCarsExist(db),
    async *entries() {
      const combinations = await fuelsAndPlaces(db);
      for (const offer of OFFERS) {
        const ofOffer = combinations.filter((each) => each.offer === offer);
        if ((await countCars(db, { offer })) > 0) yield { path: landingPath({ offer }) };
        for (const { value } of await countFacet(db, 'carType', { offer }, CAR_TYPES)) {
          yield { path: landingPath({ offer, carType: value as CarType }) };
        }
        for (const fuelType of FUEL_TYPES) {
          if (ofOffer.some((each) => each.fuel_type === fuelType)) yield { path: landingPath({ offer, fuelType }) };
        }
        for (const province of PROVINCES) {
          if (ofOffer.some((each) => each.province === province)) yield { path: landingPath({ offer, province }) };
        }
        for (const priceBand of bandsOf(offer)) {
          const hasCars = await hasCarPriced(db, offer, bandCents(offer, priceBand));
          if (hasCars) yield { path: landingPath({ offer, priceBand }) };
        }
      }
    },
  };
}

function makesSitemap(db: Queryable, catalogue: VehicleCatalogue): SitemapSource {
  const makes = async () => (await catalogue.vehicles()).makes.filter(({ name }) => hasLanding(name));
  return {
    name: 'makes',
    urlsPerId: OFFERS.length,
    lastId: async () => lastOf(await makes()),
    holds: () => whileCarsExist(db),
    async *entries(from, to) {
      const inPart = (await makes()).filter(({ id }) => id >= from && id < to);
      yield* landingsOf(db, new Map(inPart.map(({ id, name }) => [id, { make: name }])));
    },
  };
}

function modelsSitemap(db: Queryable, catalogue: VehicleCatalogue): SitemapSource {
  return {
    name: 'models',
    urlsPerId: OFFERS.length,
    lastId: async () => lastOf((await catalogue.vehicles()).models),
    holds: () => whileCarsExist(db),
    async *entries(from, to) {
      const { models, makeById } = await catalogue.vehicles();
      const landings = new Map<VehicleKey, Omit<Landing, 'offer'>>();
      for (const { id, makeId, name: model } of models) {
        const make = makeById.get(makeId)?.name ?? '';
        if (id >= from && id < to && hasLanding(make) && hasLanding(model)) landings.set(-id, { make, model });
      }
      yield* landingsOf(db, landings);
    },
  };
}

const lastOf = (vehicles: { id: number }[]) => vehicles.reduce((last, { id }) => Math.max(last, id), 0);

/** Yields the landing pages that have cars, for both offers. */
async function* landingsOf(
  db: Queryable,
  landings: Map<VehicleKey, Omit<Landing, 'offer'>>,
): AsyncGenerator<SitemapEntry> {
  const keys = [...landings.keys()];
  for (const offer of OFFERS) {
    for (let start = 0; start < keys.length; start += VEHICLES_AT_ONCE) {
      const counted = await countFacet(db, 'vehicles', { offer }, keys.slice(start, start + VEHICLES_AT_ONCE));
      for (const { value } of counted) yield { path: landingPath({ offer, ...landings.get(Number(value)) }) };
    }
  }
}
