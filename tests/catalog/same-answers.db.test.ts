import { SeededRandom } from '@carquay/demo/inventory/seeded-random.ts';
import pLimit from 'p-limit';
import { expect, test } from 'vitest';
import { readDetail } from '#features/catalog/inventory/server/follow/indexed-rows.ts';
import { InventoryFollower } from '#features/catalog/inventory/server/follow/inventory-follower.ts';
import type { CountedFilter } from '#features/catalog/inventory/server/inventory.ts';
import { memoryInventory } from '#features/catalog/inventory/server/memory/memory-inventory.ts';
import { sqlInventory } from '#features/catalog/inventory/server/sql-inventory.ts';
import {
  FLAG_FILTERS,
  type ListingCriteria,
  type ListingOrder,
  type ListOrder,
  VALUE_FILTERS,
  type ValueFilter,
} from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { CHOICE_FILTERS, type ChoiceFilter, optionsOf } from '#features/catalog/listings/model/listing-fields.ts';
import { foldCounts } from '#features/catalog/listings/server/listing-count-store.ts';
import { firstPortOf } from '#features/customs/import-rules/model/ports.ts';
import { RuleBookCache } from '#features/customs/import-rules/server/book/rule-book-cache.ts';
import { loadSeed } from '#features/customs/import-rules/server/book/seed.ts';
import { destinationRules } from '#features/customs/import-rules/server/destination-rules.ts';
import { systemClock } from '#lib/clock.ts';
import { addCars } from '../support/catalog/cars.ts';
import { addUser } from '../support/data/accounts.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { clockOfShippedRules, dayFromNow, testNow } from '../support/runner/test-clock.ts';

const ORDERS: readonly ListingOrder[] = [
  'newest',
  'oldest',
  'price-asc',
  'price-desc',
  'mileage-asc',
  'mileage-desc',
  'year-asc',
  'year-desc',
];
const CARS = 2_000;
/** Number of compared answers: pages, totals, filter counts, price ranges and single cars. `npm run chaos` compares 20,000. */
const COMPARISONS = Number(process.env.INVENTORY_COMPARISONS ?? 2_000);
/** Between two rounds, other connections change cars. */
const QUERIES_PER_ROUND = 100;
const CHANGES_PER_ROUND = 30;

const { pool } = await testDatabase();
/** Below the size of the pool, because waiting for a connection is limited to two seconds. */
const atOnce = pLimit(5);
const seeded = new SeededRandom(20_260_101);
const chance = (probability: number) => seeded.chance(probability);
const oneOf = <Value>(values: readonly Value[]): Value => seeded.pick(values);
const wholeNumber = (least: number, most: number) => seeded.whole(least, most);
const MAKES = { BYD: ['Seal', 'Han'], Toyota: ['Camry', 'Corolla', 'RAV4'], Geely: ['Monjaro'], Chery: ['Tiggo 7'] };

const PLACES = ['Guangzhou, Guangdong', '广东深圳', 'Mombasa, Kenya', 'Shanghai'];
const WORDS = ['sunroof', 'sun', 'leather', 'sunny', '天窗', 'кожа', 'V6', 'don’t', '4x4', 'one-owner', '1.5L'];
const HOUR_MS = 3_600_000;

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

/** Gives a car random facts from few values, because cars should share them and sort keys should tie. */
async function change(id: number): Promise<void> {
  const { make, model } = vehicle();
  const { id: modelId, make_id: makeId } = models.find((each) => each.make === make && each.name === model)!;
  const reviews = chance(0.3) ? wholeNumber(1, 4) : 0;
  const choices = CHOICE_FILTERS.map((name) => (chance(0.1) ? null : oneOf(optionsOf(name))));
  await pool.query(
    `update listings set make_id = $2, model_id = $3, make = $4, model = $5, year = $6, price_cents = $7, certified = $8,
       review_count = $9, rating_sum = $10, status = $11, deleted_at = $12, posted_at = $13, offer = $14,
       image_keys = $15, mileage = $16, mileage_unit = $17, engine_cc = $18, seating_capacity = $19, doors = $20,
       exterior_color = $21, location = $22, vin = $23, certification_report = $24, description = $25,
       car_type = $26, fuel_type = $27, transmission = $28, drive = $29, steering = $30, emission = $31, condition = $32
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
      chance(0.05) ? testNow() : null,
      new Date(Math.floor(testNow().getTime() / HOUR_MS) * HOUR_MS - wholeNumber(0, 60 * 24) * HOUR_MS),
      chance(0.8) ? 'Sell' : 'Rent',
      chance(0.7) ? '{photo-1,photo-2}' : '{}',
      chance(0.1) ? null : wholeNumber(0, 40) * 5_000,
      oneOf(['km', 'mi']),
      chance(0.1) ? null : wholeNumber(8, 30) * 100,
      chance(0.1) ? null : wholeNumber(2, 7),
      chance(0.2) ? null : wholeNumber(2, 5),
      oneOf(['Pearl White', 'black', '红色', 'Unseen']),
      oneOf(PLACES),
      chance(0.5) ? null : `LGXCE4CB5P${String(id).padStart(7, '0')}`,
      oneOf([null, 'TÜV 2026', `report-${'0a'.repeat(16)}`]),
      Array.from({ length: wholeNumber(0, 4) }, () => oneOf(WORDS)).join(' '),
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

const VALUES: Record<ValueFilter, readonly (string | number)[]> = {
  ...(Object.fromEntries(CHOICE_FILTERS.map((name) => [name, optionsOf(name)])) as Record<ChoiceFilter, string[]>),
  seats: [2, 3, 4, 5, 6, 7],
  doors: [2, 3, 4, 5],
  color: ['white', 'black', 'red', 'blue'],
  province: ['Guangdong', 'Shanghai', 'Sichuan'],
  city: ['Guangzhou', 'Shenzhen', 'Mombasa'],
  seller: [1, 2],
};
const range = (most: number, step: number) => {
  const [min, max] = [wholeNumber(0, most) * step, wholeNumber(0, most) * step].sort((a, b) => a - b) as [
    number,
    number,
  ];
  return oneOf([{ min }, { max }, { min, max }]);
};
const today = dayFromNow;

function toDestination(): Partial<ListingCriteria> {
  const country = oneOf(['KE', 'GE', 'AE', 'NG']);
  return {
    destination: { country, port: firstPortOf(country), mode: 'roro', buyer: oneOf(['person', 'company']) },
    ...(chance(0.5) && { mayImport: oneOf(['green', 'amber'] as const) }),
    ...(chance(0.3) && { landedCents: range(40, 100_000) }),
  };
}

function randomCriteria(): ListingCriteria {
  const chosen = VALUE_FILTERS.filter(() => chance(0.07)).map((name) => [
    name,
    [...new Set([oneOf(VALUES[name]), oneOf(VALUES[name])])],
  ]);
  const flags = FLAG_FILTERS.filter(() => chance(0.06)).map((name) => [name, true]);
  const { make, model } = vehicle();
  const { id, make_id } = models.find((each) => each.make === make && each.name === model)!;
  const other = oneOf(models.filter((each) => each.id !== id));
  const years = [wholeNumber(2014, 2023), wholeNumber(2014, 2023)].sort();
  const offer = oneOf(['Sell', 'Rent'] as const);
  return {
    offer,
    ...Object.fromEntries(chosen),
    ...Object.fromEntries(flags),
    ...(chance(0.4) && { vehicles: oneOf([[make_id], [-id], [-id, -other.id], [make_id, other.make_id]]) }),
    ...(chance(0.1) && { excludedVehicles: oneOf([[make_id], [-id], [-other.id, make_id]]) }),
    ...(chance(0.1) && {
      excludedValues: [oneOf(['color', 'seats', 'carType', 'city'] as const)].map((filter) => ({
        filter,
        values: [...new Set([oneOf(VALUES[filter]), oneOf(VALUES[filter])])],
      })),
    }),
    ...(chance(0.2) && {
      year: oneOf([{ min: years[0]!, max: years[1]! }, { min: years[0]! }, { min: 2020, max: 2020 }]),
    }),
    ...(chance(0.2) && { priceCents: range(30, 100_000) }),
    ...(chance(0.1) && { mileageKm: range(60, 5_000) }),
    ...(chance(0.1) && { engineCc: range(30, 100) }),
    ...(chance(0.1) && { listedWithinDays: oneOf([1, 7, 30, 90]) }),
    ...(offer === 'Rent' &&
      chance(0.3) && { freeDays: { from: today(wholeNumber(0, 2)), to: today(wholeNumber(2, 5)) } }),
    ...(chance(0.1) && { minRating: oneOf([1, 2.5, 3.7, 4.1, 5]) }),
    ...(chance(0.2) && {
      words: oneOf([['sun'], ['leather', 'sunr'], ['天窗'], ['guang'], ['кожа'], ['v6'], ['4x4'], ['owner']]),
    }),
    ...(chance(0.1) && { excludedWords: [oneOf(['sunroof', 'leather', '天窗'])] }),
    ...(offer === 'Sell' && chance(0.3) && toDestination()),
  };
}

const follower = new InventoryFollower(pool, (error) => {
  throw error;
});
const rules = new RuleBookCache(pool);
await loadSeed(pool);
await rules.refresh();
const rulesOf = destinationRules(rules, clockOfShippedRules());
const sql = sqlInventory(pool, rulesOf);
let compared = 0;

async function compare(criteria: ListingCriteria): Promise<void> {
  const memory = memoryInventory({
    current: () => follower.current(),
    refresh: () => null,
    sql: unused,
    readDetail: (id) => readDetail(pool, id),
    clock: systemClock,
    rulesOf,
    // Answers do not depend on how busy the machine is.
    limits: { maxWaitMs: 60_000 },
  });
  const request = {
    page: chance(0.6) ? 1 : wholeNumber(1, 30),
    limit: oneOf([1, 10, 50]),
    order: oneOf<ListOrder>(criteria.destination && chance(0.4) ? ['landed-asc', 'landed-desc'] : ORDERS),
    // Without a destination, SQL does not list cars with photos first.
    bestFirst: criteria.destination !== undefined && chance(0.5),
  };
  const what = JSON.stringify({ criteria, request });
  const [expected, found] = await Promise.all([sql.find([criteria], request), memory.find([criteria], request)]);
  if (expected.totalIsLeast) expect(found.total, what).toBeGreaterThanOrEqual(expected.total);
  else expect(found.total, what).toBe(expected.total);
  const comparable = expected.totalIsLeast ? found.cards.slice(0, expected.cards.length) : found.cards;
  expect(comparable.map(untimed), what).toEqual(expected.cards.map(untimed));
  compared += 1;
  if (chance(0.7)) return;
  const total = await sql.count(criteria);
  if (!total.totalIsLeast) expect(await memory.count(criteria), what).toEqual(total);
  compared += 1;
  if (criteria.destination) {
    expect(await memory.withoutTotal(criteria), what).toBe(await sql.withoutTotal(criteria));
    expect(await memory.prohibited(criteria), what).toBe(await sql.prohibited(criteria));
    expect(await memory.countFacet('mayImport', criteria), what).toEqual(await sql.countFacet('mayImport', criteria));
    compared += 3;
  }
  for (const name of COUNTED) {
    const { [name]: _open, ...others } = criteria;
    const values = valuesOf(name);
    const counts = await sql.countFacet(name, others, values);
    if (counts.some(({ cars }) => cars === null)) continue;
    expect(sorted(await memory.countFacet(name, others, values)), `${name} of ${what}`).toEqual(sorted(counts));
    compared += 1;
  }
  const [first] = found.cards;
  const id = first === undefined ? oneOf(ids) : Number(JSON.parse(String(first)).id);
  if (follower.current()?.index.slotOf(id) !== undefined)
    expect(untimed((await memory.detail(id)) ?? ''), `detail ${id}`).toBe(untimed((await sql.detail(id)) ?? ''));
  const any = { id: oneOf(ids) };
  expect((await memory.identified(any)).map(untimed), `car ${any.id}`).toEqual(
    (await sql.identified(any)).map(untimed),
  );
  expect(await memory.priceRange(criteria), what).toEqual(await sql.priceRange(criteria));
  compared += 2;
}

const unused = new Proxy({} as ReturnType<typeof sqlInventory>, {
  get: () => () => {
    throw new Error('the index did not answer');
  },
});
/** The minutes of a hold may differ by one, as time passes between two answers. */
const untimed = (card: string | Buffer) => String(card).replace(/"minutes":\d+/, '');
const sorted = (counts: { value: string | number }[]) =>
  counts.toSorted((a, b) => String(a.value).localeCompare(String(b.value)));
const COUNTED: readonly CountedFilter[] = ['vehicles', 'year', ...VALUE_FILTERS, ...FLAG_FILTERS];
function valuesOf(name: CountedFilter): (string | number)[] | undefined {
  if (name === 'vehicles') return [...new Set(models.map(({ make_id }) => make_id)), ...models.map(({ id }) => -id)];
  if (name === 'year') return [2015, 2016, 2017, 2018, 2019, 2020, 2021, 2022];
  return name === 'carType' ? [...optionsOf('carType')] : undefined;
}

test(
  'the index and SQL give the same answers while cars change',
  async () => {
    await Promise.all(ids.map((id) => atOnce(() => change(id))));
    await follower.fill();
    while (compared < COMPARISONS) {
      const changed = Array.from({ length: CHANGES_PER_ROUND }, () => oneOf(ids));
      await Promise.all(
        [...new Set(changed)].map((id) => atOnce(() => (chance(0.2) ? reserve(id) : change(id)).catch(refused))),
      );
      await follower.catchUp();
      await foldCounts(pool);
      await Promise.all(Array.from({ length: QUERIES_PER_ROUND }, () => atOnce(() => compare(randomCriteria()))));
    }
  },
  COMPARISONS * 30,
);

/** The database refuses to change a claimed car. */
function refused(error: Error): void {
  if (!/claim|reserved|booked|rented/i.test(error.message)) throw error;
}
