import { SeededRandom } from '@carquay/demo/inventory/seeded-random.ts';
import { expect, test } from 'vitest';
import { CarIndex } from '#features/catalog/inventory/server/memory/car-index.ts';
import type { IndexedCar } from '#features/catalog/inventory/server/memory/indexed-car.ts';
import { memoryInventory } from '#features/catalog/inventory/server/memory/memory-inventory.ts';
import {
  type ListingCriteria,
  type ListOrder,
  VALUE_FILTERS,
} from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { priceBreakdown } from '#features/catalog/listings/model/listing-pricing.ts';
import { addDays } from '#features/customs/import-rules/model/calendar.ts';
import type { ImportCar } from '#features/customs/import-rules/model/car.ts';
import type { ImportDestination } from '#features/customs/import-rules/model/destination.ts';
import { landedCostOf } from '#features/customs/import-rules/model/landed/landed-cost.ts';
import { verdictOf } from '#features/customs/import-rules/model/verdict/verdict.ts';
import { afterPublication, PublishedBook } from '#features/customs/import-rules/server/book/rule-book-cache.ts';
import type { NewRow } from '#features/customs/import-rules/server/book/rule-row-store.ts';
import { readSeedRecords, rowsOfSeed } from '#features/customs/import-rules/server/book/seed.ts';
import { destinationRules } from '#features/customs/import-rules/server/destination-rules.ts';
import { assess } from '#features/customs/import-rules/server/import-responses.ts';
import { randomCar, without } from '../customs/random-cars.ts';

const CARS = 300;
const ROUNDS = 12;
const QUERIES_PER_ROUND = 12;
const TODAY = '2026-11-23';
const random = new SeededRandom(20_261_123);

const DESTINATIONS: ImportDestination[] = [
  { country: 'GE', port: null, mode: 'roro', buyer: 'person' },
  { country: 'NG', port: 'NGLOS', mode: 'container40', buyer: 'company' },
  { country: 'AE', port: 'AEJEA', mode: 'roro', buyer: 'person' },
  { country: 'KE', port: 'KEMBA', mode: 'roro', buyer: 'returning' },
];

/** The cars by id, as input of the plain engine. */
const cars = new Map<number, IndexedCar>();
const index = new CarIndex();
let today = TODAY;
let book = new PublishedBook(1, afterPublication(new Map(), rowsOfSeed(await readSeedRecords())));
publish([
  {
    list: 'rates',
    id: 'GEL',
    record: { currency: 'GEL', perUsd: '2.7', date: TODAY, source: 'a bank' },
  } as unknown as NewRow,
]);

const inventory = memoryInventory({
  current: () => ({ index, reservations: new Map() }),
  refresh: () => null,
  sql: null as never,
  readDetail: async () => null,
  clock: { now: () => new Date(`${today}T12:00:00Z`) },
  rulesOf: destinationRules({ current: () => book }, { now: () => new Date(`${today}T12:00:00Z`) }),
});

function publish(rows: NewRow[]): void {
  book = new PublishedBook(book.version + 1, afterPublication(book.rows, rows));
}

function changeCar(): void {
  const id = random.whole(1, CARS);
  if (random.chance(0.2)) {
    cars.delete(id);
    index.delete(id);
    return;
  }
  const car = carWith(id);
  cars.set(id, car);
  index.put(car);
}

/** Few prices, because landed costs should tie. */
function carWith(id: number): IndexedCar {
  const priceCents = random.whole(4, 9) * 250_000;
  const year = random.whole(2015, 2025);
  const offer = random.chance(0.9) ? 'Sell' : 'Rent';
  return {
    id,
    offer,
    postedAt: id * 1_000,
    values: {
      make: random.whole(1, 3),
      model: random.whole(1, 9),
      year,
      ...(Object.fromEntries(VALUE_FILTERS.map((name) => [name, null])) as Record<
        (typeof VALUE_FILTERS)[number],
        null
      >),
    },
    numbers: { year, priceCents, mileageKm: null, engineCc: null },
    flags: { certified: random.chance(0.5), hasVin: false, hasReport: false, hasPictures: true },
    imported: offer === 'Sell' ? { car: importedCar(), taxRate: 0.08, feeCents: random.pick([30_000, 25_000]) } : null,
    reviewCount: 0,
    ratingSum: 0,
    words: ['car'],
    card: JSON.stringify({ id }),
  };
}

function importedCar(): ImportCar {
  const car = randomCar(random, random.pick(DESTINATIONS).country);
  const facts = ['production', 'firstRegistration', 'volumeCbm', 'steering', 'fuel'] as const;
  return without(
    car,
    facts.filter(() => random.chance(0.1)),
  );
}

/** Corrects a random rule of a country, like an operator. */
function correctRule(country: string): void {
  const rules = [...book.rows.get('rules')!.values()].filter(({ record }) => record.country === country);
  const { record } = random.pick(rules);
  const corrected = { ...record, id: `${record.id}.1`, supersedes: record.id! };
  const change = random.pick([
    { test: 'made>=2018', pass: 'allowed', fail: 'prohibited' },
    { test: '', pass: 'allowed', fail: '' },
    { test: 'fuel=petrol|diesel', pass: 'allowed', fail: 'conditional' },
  ]);
  publish([{ list: 'rules', id: corrected.id, record: { ...corrected, scope: '', ...change } } as unknown as NewRow]);
}

function correctCharge(country: string): void {
  const charges = [...book.rows.get('charges')!.values()].filter(
    ({ record }) => record.country === country && record.operator === 'percent',
  );
  const { record } = random.pick(charges);
  const rate = String(random.whole(1, 40));
  const corrected = { ...record, id: `${record.id}.1`, supersedes: record.id!, low: rate, likely: rate, high: rate };
  publish([{ list: 'charges', id: corrected.id, record: corrected } as unknown as NewRow]);
}

/** The answers of the plain engine, car by car. */
function answersFor({ country, buyer, port, mode }: ImportDestination) {
  const assessed = assess(book, { country, buyer }, today, { port, mode });
  const { prepared, at } = assessed;
  const { rates } = book.ratesOn(today);
  return [...cars.values()].flatMap(({ id, imported, numbers, values, flags }) => {
    if (!imported) return [];
    const { priceCents, taxCents, feeCents } = priceBreakdown(numbers.priceCents!, imported.taxRate, imported.feeCents);
    const offer = { priceCents, taxCents, feeCents, newPrice: null };
    const { light } = verdictOf(prepared, imported.car, at);
    const cents = landedCostOf(prepared, offer, { port, mode }, imported.car, at, rates).total?.likely ?? null;
    return [{ id, light, cents, make: values.make, certified: flags.certified }];
  });
}
type Answer = ReturnType<typeof answersFor>[number];

function matching(answers: Answer[], { mayImport, landedCents, vehicles, certified }: ListingCriteria): Answer[] {
  return answers.filter(
    ({ light, cents, make, certified: isCertified }) =>
      (!mayImport || light === 'green' || (mayImport === 'amber' && light === 'amber')) &&
      (!landedCents ||
        (cents !== null &&
          cents >= (landedCents.min ?? 0) &&
          cents <= (landedCents.max ?? Number.POSITIVE_INFINITY))) &&
      (!vehicles || vehicles.includes(Number(make))) &&
      (!certified || isCertified),
  );
}

function inOrder(answers: Answer[], descending: boolean): number[] {
  const sign = descending ? -1 : 1;
  return answers
    .toSorted((one, other) => {
      if (one.cents === null || other.cents === null) {
        if (one.cents !== other.cents) return one.cents === null ? 1 : -1;
        return sign * (one.id - other.id);
      }
      return sign * (one.cents - other.cents || one.id - other.id);
    })
    .map(({ id }) => id);
}

const idsOf = (found: { cards: unknown[] }) => found.cards.map((card) => JSON.parse(String(card)).id as number);

async function compare(): Promise<void> {
  const destination = random.pick(DESTINATIONS);
  const answers = answersFor(destination);
  const some = random.whole(6, 40) * 100_000;
  const criteria: ListingCriteria = {
    offer: 'Sell',
    destination,
    ...(random.chance(0.5) && { mayImport: random.pick(['green', 'amber'] as const) }),
    ...(random.chance(0.4) && {
      landedCents: random.pick([{ min: some }, { max: some }, { min: some - 400_000, max: some }]),
    }),
    ...(random.chance(0.3) && { vehicles: [random.whole(1, 3)] }),
    ...(random.chance(0.2) && { certified: true as const }),
  };
  const order: ListOrder = random.pick(['landed-asc', 'landed-desc']);
  const wanted = matching(answers, criteria);
  const limit = random.whole(1, 50);
  const page = random.whole(1, 4);
  const what = JSON.stringify({ criteria, order, page, limit, version: book.version, today });
  const found = await inventory.find([criteria], { page, limit, order });
  expect(found.total, what).toBe(wanted.length);
  expect(idsOf(found), what).toEqual(inOrder(wanted, order === 'landed-desc').slice((page - 1) * limit, page * limit));
  expect((await inventory.count(criteria)).total, what).toBe(wanted.length);
  const { mayImport: _light, ...others } = criteria;
  const lights = (['green', 'amber'] as const)
    .map((value) => ({ value, cars: matching(answers, { ...others, mayImport: value }).length }))
    .filter((each) => each.cars > 0);
  expect(await inventory.countFacet('mayImport', others), what).toEqual(lights);
  const { landedCents: _range, ...anyCost } = criteria;
  expect(await inventory.withoutTotal(anyCost), what).toBe(
    matching(answers, anyCost).filter(({ cents }) => cents === null).length,
  );
}

test('lights, ranges and orders of lists match the plain engine while cars, rules and days change', async () => {
  for (let nth = 0; nth < CARS; nth++) changeCar();
  const seen = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    for (let nth = random.whole(0, 8); nth > 0; nth--) changeCar();
    // Many together, which are computed in steps.
    if (round % 20 === 10) for (let nth = 0; nth < 400; nth++) changeCar();
    if (random.chance(0.3)) correctRule(random.pick(DESTINATIONS).country);
    if (random.chance(0.3)) correctCharge(random.pick(['GE', 'NG', 'AE']));
    if (random.chance(0.1)) today = addDays(today, 1);
    const queries = Array.from({ length: QUERIES_PER_ROUND }, () => compare());
    await Promise.all(queries);
    for (const { light, cents } of answersFor(DESTINATIONS[0]!)) seen.add(`${light} ${cents === null}`);
  }
  // The comparison must have covered cars of every kind.
  for (const kind of ['green false', 'amber false', 'red false', 'green true', 'red true'])
    expect(seen).toContain(kind);
});

test('the first answer for a destination includes cars that changed while it was computed', async () => {
  const destination = { ...DESTINATIONS[0]!, country: 'SN' };
  const answer = inventory.find([{ offer: 'Sell', destination }], { page: 1, limit: 50, order: 'landed-asc' });
  for (let nth = 0; nth < 50; nth++) changeCar();
  await Promise.resolve();
  for (let nth = 0; nth < 50; nth++) changeCar();
  const found = await answer;
  expect(found.total).toBe(answersFor(destination).length);
  expect(idsOf(found)).toEqual(inOrder(answersFor(destination), false).slice(0, 50));
});
