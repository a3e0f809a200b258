import { listingName, listingPath } from '#features/catalog/listings/model/listing.ts';
import { publicName } from '#features/people/accounts/model/public-name.ts';
import { type NewsFor, notify } from '#features/site/server/api.ts';
import { type Columns, type Queryable, query, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { Listings, SavedSearches } from '#lib/server/database/rows.ts';
import { paths } from '#paths.ts';
import { REASON_CODES } from './feed-store.ts';

/** More cars are only counted. The list of the search has them. */
export const MAX_CARS = 10;

type NamedCar = Pick<Listings, 'id' | 'make' | 'model' | 'year' | 'trim' | 'price_cents' | 'offer'>;
export type FoundCar = { id: number; reason: keyof typeof REASON_CODES };

export type ToldSearch = Columns<SavedSearches, 'id' | 'person_id' | 'query' | 'name' | 'seller_id'>;
export const TOLD_SEARCH = 's.id, s.person_id as "personId", s.query, s.name, s.seller_id as "sellerId"';

/** The topic under which emails of a search are muted. */
export const topicOfSearch = (id: number) => `search ${id}`;

const CARS = query<NamedCar & { was_cents: number | null }, [ids: number[]]>(`
  select l.id, l.make, l.model, l.year, l.trim, l.price_cents, l.offer, c.was_cents
  from listings l left join searched_cars c on c.listing_id = l.id where l.id = any($1)`);
const SELLERS = query<{ id: number; name: string }, [ids: number[]]>('select id, name from users where id = any($1)');

type Found = { search: ToldSearch; cars: FoundCar[]; count: number; once: string };

/** Notifies the people of searches of the cars that were found. One notification has all cars of a search. */
export async function tellOfCars(db: Queryable, found: readonly Found[], now: Date): Promise<void> {
  const ids = [...new Set(found.flatMap(({ cars }) => cars.map(({ id }) => id)))];
  const cars = new Map((await CARS(db, ids)).map((car) => [car.id, car]));
  const sellers = new Map(
    (
      await SELLERS(
        db,
        found.flatMap(({ search }) => search.sellerId ?? []),
      )
    ).map((one) => [one.id, one.name]),
  );
  const news = found.flatMap(({ search, count, once, cars: ofSearch }) => {
    const named = ofSearch.slice(0, MAX_CARS).flatMap(({ id, reason }) => {
      const car = cars.get(id);
      return car ? [factsOf(car, reason)] : [];
    });
    if (named.length === 0) return [];
    const seller = sellers.get(search.sellerId ?? 0);
    const name = seller === undefined ? search.name : publicName(seller);
    const facts = { name, path: `${paths.explore}${search.query}`, count, cars: named };
    const one: NewsFor<'search.cars'> = { personId: search.personId, facts, once, topic: topicOfSearch(search.id) };
    return [{ isFollowed: search.sellerId !== null, one }];
  });
  const of = (isFollowed: boolean) => news.filter((each) => each.isFollowed === isFollowed).map(({ one }) => one);
  await notify(db, 'search.cars', of(false), now);
  await notify(db, 'seller.cars', of(true), now);
}

function factsOf(car: NamedCar & { was_cents: number | null }, reason: FoundCar['reason']) {
  return {
    ...{ id: car.id, name: listingName(car), path: listingPath(car), isRental: car.offer === 'Rent' },
    ...{ cents: car.price_cents, wasCents: reason === 'cheaper' ? car.was_cents : null, reason },
  };
}

type Untold = ToldSearch & { listingId: number; reason: number; count: number };

const UNTOLD = query<Untold, [searchIds: number[]]>(`
  select ${TOLD_SEARCH}, m.listing_id as "listingId", m.reason, total.count
  from saved_searches s
  cross join lateral (
    select count(distinct listing_id)::int as count from search_matches where search_id = s.id and batch > s.told_batch) as total
  cross join lateral (
    select listing_id, min(reason) as reason from search_matches where search_id = s.id and batch > s.told_batch
    group by listing_id order by max(batch) desc, listing_id desc limit ${MAX_CARS}) as m
  where s.id = any($1)`);
const MARK = statement('update saved_searches set told_batch = $2, told_at = $3 where id = any($1)');
const REASONS = Object.keys(REASON_CODES) as FoundCar['reason'][];

/** Notifies the people of searches of all matches up to a batch that they were not told of. */
export async function tellMatches(db: Queryable, searchIds: number[], batch: number, now: Date): Promise<void> {
  if (searchIds.length === 0) return;
  const rows = Map.groupBy(await UNTOLD(db, searchIds), ({ id }) => id);
  const found = [...rows.values()].map((ofSearch) => {
    const [search] = ofSearch as [Untold];
    const cars = ofSearch.map(({ listingId, reason }) => ({ id: listingId, reason: REASONS[reason] ?? 'new' }));
    return { search, cars, count: search.count, once: `search ${search.id} ${batch}` };
  });
  await tellOfCars(db, found, now);
  await rowsOf(db, MARK, [searchIds, batch, now]);
}
