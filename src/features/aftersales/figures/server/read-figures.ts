import { monthOf } from '#features/aftersales/car-reviews/model/review.ts';
import { modelYears, OFFERS, type Offer } from '#features/catalog/listings/model/listing.ts';
import { countCars, countFacet, type VehicleCatalog } from '#features/catalog/server/api.ts';
import { publicName } from '#features/people/accounts/model/public-name.ts';
import type { Clock } from '#lib/clock.ts';
import { type Columns, type Queryable, query, queryNumber, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { Listings, Reviews } from '#lib/server/database/rows.ts';
import { type Counts, figuresOf, MAX_REVIEWS, MINIMUM } from '../model/figures.ts';
import type { FiguresResponse } from '../model/figures-contract.ts';

export type FiguresDeps = {
  db: Queryable;
  clock: Clock;
  catalog: Pick<VehicleCatalog, 'vehicles'>;
  isDemoStock(): Promise<boolean>;
};

/** Counting buyers and reviews reads whole indexes, so it happens at most this often per process. */
const REFRESH_AFTER_MS = 60_000;

/**
 * Creates a reader that shares one result. Only the first call waits for it; later ones get the old result while a
 * new one is computed. A failed computation is repeated at the next call.
 */
export function figuresReader(deps: FiguresDeps): () => Promise<FiguresResponse> {
  let latest: { at: number; figures: FiguresResponse } | null = null;
  let running: Promise<FiguresResponse> | null = null;
  const compute = async () => {
    const at = deps.clock.now().getTime();
    const figures = await computeFigures(deps);
    latest = { at, figures };
    return figures;
  };
  return async () => {
    const isStale = !latest || deps.clock.now().getTime() - latest.at >= REFRESH_AFTER_MS;
    if (isStale)
      running ??= compute().finally(() => {
        running = null;
      });
    if (!latest) return running!;
    running?.catch(() => {});
    return latest.figures;
  };
}

const NO_FIGURES = {
  carsListed: null,
  buyersServed: null,
  rating: null,
  averageAge: null,
  topMake: null,
  vinChecks: null,
  reviews: [],
};

async function computeFigures({ db, clock, catalog, isDemoStock }: FiguresDeps): Promise<FiguresResponse> {
  if (await isDemoStock()) return { demo: true, ...NO_FIGURES };
  const { makes } = await catalog.vehicles();
  const nameOf = new Map(makes.map(({ id, name }) => [id, name]));
  const byMake = await perOffer((offer) => countFacet(db, 'vehicles', { offer }, [...nameOf.keys()]));
  const named = (cars: { value: string | number; cars: number }[]) =>
    cars.map(({ value, cars: count }) => ({ make: nameOf.get(Number(value)) ?? '', cars: count }));

  const thisYear = clock.now().getUTCFullYear();
  const listed = await perOffer((offer) => countCars(db, { offer }));
  const byYear = await perOffer((offer) => countFacet(db, 'year', { offer }, modelYears(thisYear)));
  const counts: Counts = {
    carsListed: listed.Sell + listed.Rent,
    buyersServed: await countBuyers(db),
    reviews: await rateShop(db),
    years: [...byYear.Sell, ...byYear.Rent].map(({ value, cars }) => ({ year: Number(value), cars })),
    makes: sumByMake([...named(byMake.Sell), ...named(byMake.Rent)]),
    vinChecks: await countVinChecks(db),
  };
  return { demo: false, ...figuresOf(counts, thisYear), reviews: await reviewsToShow(db) };
}

async function perOffer<Result>(count: (offer: Offer) => Promise<Result>): Promise<Record<Offer, Result>> {
  const counted = await Promise.all(OFFERS.map(async (offer) => [offer, await count(offer)] as const));
  return Object.fromEntries(counted) as Record<Offer, Result>;
}

function sumByMake(makes: Counts['makes']): Counts['makes'] {
  const sums = new Map<string, number>();
  for (const { make, cars } of makes) sums.set(make, (sums.get(make) ?? 0) + cars);
  return [...sums].map(([make, cars]) => ({ make, cars }));
}

async function reviewsToShow(db: Queryable): Promise<FiguresResponse['reviews']> {
  const reviews = await newestReviews(db, MAX_REVIEWS);
  if (reviews.length < MINIMUM.reviewsShown) return [];
  return reviews.map(({ id, rating, text, author, createdAt, offer, year, make, model }) => ({
    review_id: id,
    rating,
    text,
    author: author === null ? null : publicName(author),
    month: monthOf(createdAt),
    RentSell: offer as Offer,
    car: `${year} ${make} ${model}`,
  }));
}

const countBuyers = queryNumber(
  "select count(distinct user_id)::int as buyers from bookings where status = 'completed'",
);

const RATING = statement(
  'select count(*)::int as count, avg(rating)::float8 as average from reviews where hidden_at is null',
);

async function rateShop(db: Queryable): Promise<Counts['reviews']> {
  return (await rowsOf<Counts['reviews']>(db, RATING, []))[0] ?? { count: 0, average: null };
}

const VIN_CHECKS = statement('select coalesce(sum(checks), 0)::int as count, min(day)::text as since from vin_checks');

async function countVinChecks(db: Queryable): Promise<Counts['vinChecks']> {
  return (await rowsOf<Counts['vinChecks']>(db, VIN_CHECKS, []))[0] ?? { count: 0, since: null };
}

type ReviewRow = Columns<Reviews, 'id' | 'rating' | 'text' | 'created_at'> &
  Columns<Listings, 'offer' | 'make' | 'model' | 'year'> & { author: string | null };

/** Returns visible reviews with a text, newest first. */
const newestReviews = query<ReviewRow, [limit: number]>(`
  select r.id, r.rating, r.text, r.created_at as "createdAt", l.offer, l.make, l.model, l.year,
    case when u.deleted_at is null then u.name end as author
  from reviews r join users u on u.id = r.user_id join listings l on l.id = r.listing_id
  where r.hidden_at is null and r.text <> ''
  order by r.created_at desc, r.id desc limit $1`);
