import { SeededRandom } from '@carquay/demo/inventory/seeded-random.ts';
import pLimit from 'p-limit';
import { expect, test } from 'vitest';
import { InventoryFollower } from '#features/inventory/server/follow/inventory-follower.ts';
import { memoryInventory } from '#features/inventory/server/memory/memory-inventory.ts';
import { sqlInventory } from '#features/inventory/server/sql-inventory.ts';
import type { ListingCriteria, ListingOrder } from '#features/listings/model/criteria/listing-criteria.ts';
import { CHOICE_NAMES, optionsOf } from '#features/listings/model/listing-fields.ts';
import type { Dimension } from '#features/listings/server/api.ts';
import { foldCounts } from '#features/listings/server/api.ts';
import { systemClock } from '#lib/clock.ts';
import { addUser } from '../support/data/accounts.ts';
import { addCars } from '../support/data/cars.ts';
import { testDatabase } from '../support/database/test-database.ts';

const CARS = 2_000;
/** Between two rounds, other connections change cars. */
const ROUNDS = Number(process.env.INVENTORY_ROUNDS ?? 20);
const QUERIES_PER_ROUND = 100;
const CHANGES_PER_ROUND = 30;

const { pool } = await testDatabase();
/** Fewer than the pool has connections, because waiting for one is limited to two seconds. */
const atOnce = pLimit(5);
const seeded = new SeededRandom(20_260_101);
const chance = (probability: number) => seeded.chance(probability);
const oneOf = <Value>(values: readonly Value[]): Value => seeded.pick(values);
const wholeNumber = (least: number, most: number) => seeded.whole(least, most);
const MAKES = { BYD: ['Seal', 'Han'], Toyota: ['Camry', 'Corolla', 'RAV4'], Geely: ['Monjaro'], Chery: ['Tiggo 7'] };

const vehicle = () => {
  const make = oneOf(Object.keys(MAKES) as (keyof typeof MAKES)[]);
  return { make, model: oneOf(MAKES[make]) };
};
await addCars(
  pool,
  Object.entries(MAKES).flatMap(([make, models]) => models.map((model) => ({ make, model }))),
);
const buyer = await addUser(pool, { email: 'buyer@test.example' });
await pool.query(
  `insert into listings (user_id, make_id, model_id, make, model, offer, status, year, price_cents, posted_at)
   select seller.id, makes.id, models.id, makes.name, models.name, 'Sell', 'requested', 2020, 100, now()
   from (select id from users order by id limit 1) seller, makes join models on models.make_id = makes.id, generate_series(1, $1)`,
  [Math.ceil(CARS / 7)],
);
const { rows: all } = await pool.query<{ id: number }>('select id from listings');
const ids = all.map(({ id }) => id);
const { rows: models } = await pool.query<{ id: number; make_id: number; name: string; make: string }>(
  'select models.*, makes.name as make from models join makes on makes.id = make_id',
);

/** Gives a car random facts. Few values, so that cars share them, and sort keys that tie. */
async function change(id: number): Promise<void> {
  const { make, model } = vehicle();
  const { id: modelId, make_id: makeId } = models.find((each) => each.make === make && each.name === model)!;
  const reviews = chance(0.3) ? wholeNumber(1, 4) : 0;
  const choices = CHOICE_NAMES.map((name) => (chance(0.1) ? null : oneOf(optionsOf(name))));
  await pool.query(
    `update listings set make_id = $2, model_id = $3, make = $4, model = $5, year = $6, price_cents = $7, certified = $8,
       review_count = $9, rating_sum = $10, status = $11, deleted_at = $12, posted_at = $13, offer = $14,
       image_keys = $15, car_type = $16, fuel_type = $17, transmission = $18, drive = $19, steering = $20, condition = $21
     where id = $1`,
    [
      id,
      makeId,
      modelId,
      make,
      model,
      wholeNumber(2015, 2022),
      wholeNumber(1, 40) * 50_000 + (chance(0.2) ? wholeNumber(1, 99) : 0),
      chance(0.3),
      reviews,
      reviews === 0 ? 0 : wholeNumber(reviews, 5 * reviews),
      chance(0.85) ? 'active' : oneOf(['sold', 'rented', 'paused', 'requested']),
      chance(0.05) ? new Date() : null,
      new Date(Date.UTC(2026, 0, wholeNumber(1, 60))),
      chance(0.8) ? 'Sell' : 'Rent',
      chance(0.7) ? '{photo-1,photo-2}' : '{}',
      ...choices,
    ],
  );
}

/** Lets a buyer's payment hold a car, or a renter have it today. */
async function reserve(id: number): Promise<void> {
  await pool.query(
    `with payment as (
       insert into payments (user_id, transaction_id, body_hash, listing_id, offer, price_cents, tax_cents, fee_cents, total_cents,
         amount_cents, method, contact_email, state, expires_at)
       values ($2, 'TR' || $3::text, '\\x00', $1::bigint, 'Sell', 100, 0, 0, 100, 100, 'credit_card', 'buyer@test.example', $4,
         now() + interval '10 minutes')
       returning id
     ), claim as (
       insert into sale_claims (listing_id, payment_id) select $1, id from payment where $5 on conflict do nothing
     )
     insert into rental_days (listing_id, day, payment_id)
     select $1, (now() at time zone 'UTC')::date + n, id from payment, generate_series(0, $6::int) n where not $5
     on conflict do nothing`,
    [id, buyer.id, wholeNumber(1, 1_000_000_000), oneOf(['created', 'failed']), chance(0.5), wholeNumber(0, 3)],
  );
}

function randomCriteria(): ListingCriteria {
  const chosen = CHOICE_NAMES.filter(() => chance(0.2)).map((name) => [name, oneOf(optionsOf(name))]);
  const { make, model } = vehicle();
  const { id, make_id } = models.find((each) => each.make === make && each.name === model)!;
  const prices = [wholeNumber(0, 30) * 100_000, wholeNumber(0, 30) * 100_000].sort((a, b) => a - b);
  return {
    offer: oneOf(['Sell', 'Rent']),
    ...Object.fromEntries(chosen),
    ...(chance(0.4) && {
      vehicles: oneOf([[make_id], [-id], [-id, -oneOf(models.filter((other) => other.id !== id)).id]]),
    }),
    ...(chance(0.2) && { year: wholeNumber(2015, 2022) }),
    ...(chance(0.2) && { minPriceCents: prices[0]! }),
    ...(chance(0.2) && { maxPriceCents: prices[1]! + wholeNumber(0, 1) }),
    ...(chance(0.1) && { minRating: oneOf([1, 2.5, 3.7, 4.1, 5]) }),
  };
}

const follower = new InventoryFollower(pool, (error) => {
  throw error;
});
const sql = sqlInventory(pool);
let compared = 0;

async function compare(criteria: ListingCriteria): Promise<void> {
  const memory = memoryInventory({
    current: () => follower.current(),
    refresh: () => null,
    sql: unused,
    clock: systemClock,
  });
  const request = {
    page: chance(0.6) ? 1 : wholeNumber(1, 30),
    limit: oneOf([1, 10, 50]),
    order: oneOf<ListingOrder>(['newest', 'price-asc', 'price-desc']),
  };
  const what = JSON.stringify({ criteria, request });
  const [expected, found] = await Promise.all([sql.find([criteria], request), memory.find([criteria], request)]);
  if (expected.totalIsLeast) expect(found.total, what).toBeGreaterThanOrEqual(expected.total);
  else expect(found.total, what).toBe(expected.total);
  const comparable = expected.totalIsLeast ? found.cards.slice(0, expected.cards.length) : found.cards;
  expect(comparable.map(untimed), what).toEqual(expected.cards.map(untimed));
  compared += 1;
  if (chance(0.7)) return;
  for (const dimension of ['vehicles', 'carType', 'year'] as const) {
    const values = valuesOf(dimension);
    const counts = await sql.countFacet(dimension, criteria, values);
    if (counts.some(({ cars }) => cars === null)) continue;
    expect(sorted(await memory.countFacet(dimension, criteria, values)), `${dimension} of ${what}`).toEqual(
      sorted(counts),
    );
  }
  const name = oneOf(CHOICE_NAMES);
  const option = oneOf(optionsOf(name));
  const [count] = await memory.countFacet(name, criteria, [option]);
  const { total, totalIsLeast } = await sql.find([{ ...criteria, [name]: option }], request);
  if (!totalIsLeast) expect(count?.cars ?? 0, `${name} ${option} of ${what}`).toBe(total);
  expect(await memory.priceRange(criteria), what).toEqual(await sql.priceRange(criteria));
}

const unused = new Proxy({} as ReturnType<typeof sqlInventory>, {
  get: () => () => {
    throw new Error('the index did not answer');
  },
});
/** The minutes of a hold may differ by one, as time passes between two answers. */
const untimed = (card: string) => card.replace(/"minutes":\d+/, '');
const sorted = (counts: { value: string | number }[]) =>
  counts.toSorted((a, b) => String(a.value).localeCompare(String(b.value)));
const valuesOf = (dimension: Dimension): (string | number)[] =>
  dimension === 'vehicles'
    ? [...new Set(models.map(({ make_id }) => make_id)), ...models.map(({ id }) => -id)]
    : dimension === 'carType'
      ? [...optionsOf('carType')]
      : [2015, 2016, 2017, 2018, 2019, 2020, 2021, 2022];

test('the index and SQL give the same answers while cars change', async () => {
  await Promise.all(ids.map((id) => atOnce(() => change(id))));
  await follower.fill();
  for (let round = 0; round < ROUNDS; round++) {
    const changed = Array.from({ length: CHANGES_PER_ROUND }, () => oneOf(ids));
    await Promise.all(
      [...new Set(changed)].map((id) => atOnce(() => (chance(0.2) ? reserve(id) : change(id)).catch(refused))),
    );
    await follower.catchUp();
    await foldCounts(pool);
    await Promise.all(Array.from({ length: QUERIES_PER_ROUND }, () => atOnce(() => compare(randomCriteria()))));
  }
  expect(compared).toBe(ROUNDS * QUERIES_PER_ROUND);
}, 240_000);

/** The database refuses to change a claimed car. */
function refused(error: Error): void {
  if (!/claim|reserved|booked|rented/i.test(error.message)) throw error;
}
