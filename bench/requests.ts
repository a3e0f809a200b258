import type pg from 'pg';
import { FACET_NAMES } from '#features/catalog/listings/model/listing-contract.ts';

/** A kind of request to measure, with paths that are requested in turn. */
export type RequestKind = { name: string; paths: string[] };

const VARIANTS = 200;
/** Words of the texts of demo cars. */
const WORDS = ['leather', 'guangzhou', 'sunroof white', 'one owner', 'camera', 'service history'];
const LIST = '/api/listings/listings?page=1&limit=10&rentSell=Sell&status=active';

/** Builds paths from existing cars, because every request should have results. */
export async function requestKinds(pool: pg.Pool): Promise<RequestKind[]> {
  const { rows } = await pool.query<{ id: number; make: string; model: string; car_type: string; price: number }>(
    `select id, make, model, car_type, (price_cents / 100)::int as price from listings
     where status = 'active' and offer = 'Sell' order by md5(id::text) limit ${VARIANTS}`,
  );
  const thousand = (price: number) => Math.floor(price / 1_000) * 1_000;
  const filtered = rows.map(({ make, car_type, price }) => {
    const [from, to] = [thousand(price) - 5_000, thousand(price) + 10_000];
    const query = new URLSearchParams({ make, carType: car_type, maxPrice: String(Math.min(to, 99_000)) });
    if (from > 0) query.set('minPrice', String(from));
    return `${LIST}&${query}`;
  });
  return [
    { name: 'first page', paths: [LIST] },
    { name: 'make + body + price', paths: filtered },
    { name: 'the same, all facets', paths: filtered.map((path) => `${path}&facets=${FACET_NAMES.join()}`) },
    { name: 'page 500', paths: [LIST.replace('page=1', 'page=500')] },
    {
      name: 'search',
      paths: rows.map(({ make, model }) => `/api/listings/search?${new URLSearchParams({ q: `${make} ${model}` })}`),
    },
    { name: 'words', paths: WORDS.map((q) => `/api/listings/search?${new URLSearchParams({ q })}`) },
    { name: 'detail', paths: rows.map(({ id }) => `/api/listings/${id}`) },
  ];
}
