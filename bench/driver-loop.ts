import pg from 'pg';

const CONNECTIONS = 2;
const CONCURRENCY = 16;
const WARM_UP_MS = 500;
const MEASURED_MS = 3_000;

type Query = { name: string; text: string; values: () => unknown[] };

const CARD = `l.id, l.offer, l.status, l.make, l.model, l.trim, l.year, l.price_cents, l.mileage, l.car_type, l.fuel_type,
  l.transmission, l.seating_capacity, l.exterior_color, l.location, l.condition, l.certified,
  array_to_string(l.image_keys, ' ') as images, l.review_count, l.rating_sum, l.posted_at, l.updated_at`;
const PUBLIC = "status = 'active' and deleted_at is null and offer = 'Sell'";
const COUNT = `(select coalesce(sum(cars), 0) from listing_counts where offer = 'Sell' and subject = $1::int and car_type = $2
  and year = 0 and price_band between $3 and $4) as total`;

/** Returns the queries of requests.ts as one hand-written statement each, on the same indexes and counters. */
async function queriesFor(client: pg.Client): Promise<Query[]> {
  const { rows } = await client.query<{
    id: number;
    make_id: number;
    model_id: number;
    car_type: string;
    price: number;
  }>(
    `select id, make_id, model_id, car_type, (price_cents / 100)::int as price from listings where ${PUBLIC} order by md5(id::text) limit 200`,
  );
  let turn = 0;
  const next = () => rows[turn++ % rows.length]!;
  const page = (where: string, offset = '') => `select ${CARD}, ${COUNT} from (
    select id, posted_at from listings where ${PUBLIC} and posted_at > '-infinity' ${where} order by posted_at desc, id desc limit 10 ${offset}
  ) as page join listings l using (id) order by page.posted_at desc, page.id desc`;
  return [
    { name: 'first page', text: page(''), values: () => [0, '', -1, -1] },
    {
      name: 'make + body + price',
      text: page('and make_id = $1 and car_type = $2 and price_cents between $5 and $6'),
      values: () => {
        const { make_id, car_type, price } = next();
        const from = Math.max(0, Math.floor(price / 1_000) - 5);
        const to = Math.min(99, Math.floor(price / 1_000) + 10);
        return [make_id, car_type, 2 * from, 2 * to, from * 100_000, to * 100_000];
      },
    },
    { name: 'page 500', text: page('', 'offset 4990'), values: () => [0, '', -1, -1] },
    {
      name: 'search',
      text: page('and model_id = - $1::int'),
      values: () => [-next().model_id, '', -1, -1],
    },
    {
      name: 'detail',
      text: 'select l.* from listings l where id = $1 and deleted_at is null',
      values: () => [next().id],
    },
  ];
}

/** Measures responses per second of a loop around the driver, without HTTP, JSON and business rules. */
export async function driverLoop(url: string): Promise<Map<string, number>> {
  const clients = Array.from(
    { length: CONNECTIONS },
    () => new pg.Client({ connectionString: url, pipeline: true } as pg.ClientConfig),
  );
  await Promise.all(clients.map((client) => client.connect()));
  try {
    const rates = new Map<string, number>();
    for (const query of await queriesFor(clients[0]!)) {
      await measureRate(clients, query, WARM_UP_MS);
      rates.set(query.name, await measureRate(clients, query, MEASURED_MS));
    }
    return rates;
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function measureRate(clients: pg.Client[], { name, text, values }: Query, forMs: number): Promise<number> {
  const started = performance.now();
  let count = 0;
  const lane = async (client: pg.Client) => {
    while (performance.now() - started < forMs) {
      await client.query({ name, text, values: values() });
      count++;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, (_, at) => lane(clients[at % clients.length]!)));
  return (count / (performance.now() - started)) * 1_000;
}
