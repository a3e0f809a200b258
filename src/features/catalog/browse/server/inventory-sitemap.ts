import {
  type NumberRange,
  PROVINCES,
  type VehicleKey,
} from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { CAR_TYPES, type CarType, listingPath, OFFERS, type Offer } from '#features/catalog/listings/model/listing.ts';
import { PUBLIC } from '#features/catalog/listings/server/criteria-sql.ts';
import { countCars, countFacet } from '#features/catalog/listings/server/listing-count-store.ts';
import type { VehicleCatalog } from '#features/catalog/vehicles/server/vehicle-catalog.ts';
import type { SitemapEntry, SitemapSource } from '#lib/pages/sitemap.ts';
import { type Columns, type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { Listings } from '#lib/server/database/rows.ts';
import {
  bandCents,
  bandsOf,
  FUEL_TYPES,
  hasLanding,
  type Landing,
  landingPath,
  PRICE_BANDS,
} from '../model/landing.ts';

const CARS_AT_ONCE = 1_000;
const VEHICLES_AT_ONCE = 500;

/** Sitemaps of all public cars and of the landing pages that have cars. */
export function inventorySitemaps(db: Queryable, catalog: VehicleCatalog): SitemapSource[] {
  return [kindsSitemap(db), makesSitemap(db, catalog), modelsSitemap(db, catalog), carsSitemap(db)];
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

function makesSitemap(db: Queryable, catalog: VehicleCatalog): SitemapSource {
  const makes = async () => (await catalog.vehicles()).makes.filter(({ name }) => hasLanding(name));
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

function modelsSitemap(db: Queryable, catalog: VehicleCatalog): SitemapSource {
  return {
    name: 'models',
    urlsPerId: OFFERS.length,
    lastId: async () => lastOf((await catalog.vehicles()).models),
    holds: () => whileCarsExist(db),
    async *entries(from, to) {
      const { models, makeById } = await catalog.vehicles();
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

type CarOfSitemap = Columns<Listings, 'id' | 'offer' | 'make' | 'model' | 'updated_at'>;

const LAST_ID = statement('select coalesce(max(id), 0)::int as id from listings');

async function lastListingId(db: Queryable): Promise<number> {
  const [row] = await rowsOf<Pick<Listings, 'id'>>(db, LAST_ID, []);
  return row?.id ?? 0;
}

const PAGE = statement(`
  select id, offer, make, model, updated_at as "updatedAt" from listings
  where id >= $1 and id < $2 and ${PUBLIC} order by id limit $3`);

/** Returns at most `limit` public cars with ids in a range, in id order. */
async function carsOfSitemap(db: Queryable, from: number, to: number, limit: number): Promise<CarOfSitemap[]> {
  return rowsOf<CarOfSitemap>(db, PAGE, [from, to, limit]);
}

const LAST_CHANGE = statement(`
  select max(updated_at) as "changedAt" from listings where id >= $1 and id < $2 and ${PUBLIC}`);

/** Returns the last change of a public car in a range of ids; null if there are none. */
async function lastChangeOf(db: Queryable, from: number, to: number): Promise<Date | null> {
  const [row] = await rowsOf<{ changedAt: Date | null }>(db, LAST_CHANGE, [from, to]);
  return row?.changedAt ?? null;
}

const FUELS_AND_PLACES = statement(`select distinct offer, fuel_type, province from listings where ${PUBLIC}`);

/** Returns the combinations of offer, fuel and province of public cars. One pass over the table, which has no index for them. */
async function fuelsAndPlaces(db: Queryable): Promise<Pick<Listings, 'offer' | 'fuel_type' | 'province'>[]> {
  return rowsOf<Pick<Listings, 'offer' | 'fuel_type' | 'province'>>(db, FUELS_AND_PLACES, []);
}

const HAS_PRICE = statement(`
  select exists (select from listings where offer = $1 and price_cents between $2 and $3 and ${PUBLIC}) as found`);

/** Returns whether a public car has a price in this range of cents. */
async function hasCarPriced(db: Queryable, offer: Offer, { min, max }: NumberRange): Promise<boolean> {
  const [row] = await rowsOf<{ found: boolean }>(db, HAS_PRICE, [offer, min ?? 0, max ?? Number.MAX_SAFE_INTEGER]);
  return row?.found ?? false;
}
