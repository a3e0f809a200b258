/**
 * What share of searches finds cars that fit, by language. tests/fixtures/searches has searches as people write them: what the cars must
 * be, then several wordings. A search counts as understood if it finds cars and the first five all fit.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { SeededRandom } from '@carquay/demo/inventory/seeded-random.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { loadCatalog } from '#features/catalog/vehicles/server/vehicle-catalog.ts';
import { publishRate } from '../support/bookkeeping/exchange-rates.ts';
import { addCars } from '../support/catalog/cars.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { testNow } from '../support/runner/test-clock.ts';
import { getJson, testApp } from '../support/server/test-app.ts';

const FOLDER = 'tests/fixtures/searches';
/** Shares of searches that must be understood. */
const LEAST = { english: 0.95, others: 0.9 };
const LEAST_SEARCHES = { english: 300, others: 50 };

/** Make, models, type and fuels of the cars. */
const LINE_UP: readonly [make: string, models: string, carType: string, fuels: string][] = [
  ['Toyota', 'Camry,Corolla,Levin', 'sedan', 'petrol,hybrid'],
  ['Toyota', 'Land Cruiser,Land Cruiser Prado,RAV4,Fortuner', 'suv', 'petrol,diesel,hybrid'],
  ['Toyota', 'Hilux', 'truck', 'diesel,petrol'],
  ['Toyota', 'Prius', 'hatchback', 'hybrid'],
  ['BYD', 'Seal,Han', 'sedan', 'electric'],
  ['BYD', 'Song Plus,Tang', 'suv', 'electric,hybrid'],
  ['BYD', 'Dolphin', 'hatchback', 'electric'],
  ['Honda', 'CR-V', 'suv', 'petrol,hybrid'],
  ['Honda', 'Civic,Accord', 'sedan', 'petrol'],
  ['Honda', 'Fit', 'hatchback', 'petrol'],
  ['Nissan', 'X-Trail,Qashqai', 'suv', 'petrol'],
  ['Nissan', 'Sylphy', 'sedan', 'petrol'],
  ['Mazda', 'CX-5,CX-50', 'suv', 'petrol'],
  ['Volkswagen', 'Tiguan', 'suv', 'petrol'],
  ['Volkswagen', 'Golf', 'hatchback', 'petrol'],
  ['Volkswagen', 'Lavida', 'sedan', 'petrol'],
  ['BMW', 'X5', 'suv', 'petrol,diesel'],
  ['BMW', '3 Series', 'sedan', 'petrol'],
  ['Mercedes-Benz', 'GLE', 'suv', 'petrol,diesel'],
  ['Mercedes-Benz', 'C-Class', 'sedan', 'petrol'],
  ['Tesla', 'Model 3', 'sedan', 'electric'],
  ['Tesla', 'Model Y', 'suv', 'electric'],
  ['Haval', 'H6,Jolion', 'suv', 'petrol,hybrid'],
  ['Chery', 'Tiggo 8,Tiggo 7', 'suv', 'petrol'],
  ['Geely', 'Coolray', 'suv', 'petrol'],
  ['Hyundai', 'Tucson', 'suv', 'petrol,diesel'],
  ['Kia', 'Sportage', 'suv', 'petrol'],
  ['Ford', 'Ranger', 'truck', 'diesel'],
  ['Mitsubishi', 'Outlander', 'suv', 'petrol'],
  ['Wuling', 'Hongguang', 'van', 'petrol'],
  ['Volvo', 'V60', 'wagon', 'petrol'],
  ['Aion', 'S', 'sedan', 'electric'],
  ['smart', '#1', 'suv', 'electric'],
];
const CARS_OF_MODEL = 60;
const PLACES = [
  'Guangzhou, Guangdong',
  'Shenzhen, Guangdong',
  'Pudong, Shanghai',
  'Daxing, Beijing',
  'Qingdao, Shandong',
];
const COLORS = ['White', 'Black', 'Grey', 'Silver', 'Blue', 'Red', 'Green', null];

type Car = Record<string, string | number | boolean | null>;
let app: FastifyInstance;
let cars: Map<number, Car>;

beforeAll(async () => {
  const { pool } = await testDatabase();
  await loadCatalog(pool);
  await addCars(pool, [{ make: 'Toyota', model: 'Camry', status: 'sold' }]);
  await addInventory(pool);
  const date = testNow().toISOString().slice(0, 10);
  for (const [code, perUsd] of [
    ['KES', 130],
    ['EUR', 0.88],
    ['RUB', 84],
    ['BRL', 5.2],
  ] as const)
    await publishRate(pool, code, perUsd, date);
  app = await testApp(pool);
});

async function addInventory(pool: pg.Pool): Promise<void> {
  const random = new SeededRandom(33);
  const rows = LINE_UP.flatMap(([make, models, carType, fuels]) =>
    models.split(',').flatMap((model) =>
      Array.from({ length: CARS_OF_MODEL }, () => ({
        make,
        model,
        car_type: carType,
        fuel_type: random.pick(fuels.split(',')),
        year: random.whole(2015, 2024),
        price_cents: random.whole(50, 350) * 10_000,
        mileage: random.whole(5, 200) * 1_000,
        transmission: random.pick(['automatic', 'manual']),
        drive: random.pick(['front', 'rear', 'all']),
        steering: random.pick(['left', 'right']),
        exterior_color: random.pick(COLORS),
        seating_capacity: random.pick([5, 7]),
        doors: random.pick([4, 5]),
        engine_cc: random.pick([1_498, 1_998, 2_487]),
        location: random.pick(PLACES),
        certified: random.chance(0.5),
      })),
    ),
  );
  await pool.query(
    `insert into listings (user_id, make_id, model_id, make, model, offer, status, car_type, fuel_type, year, price_cents, mileage, mileage_unit,
       transmission, drive, steering, exterior_color, seating_capacity, doors, engine_cc, location, certified, posted_at, description)
     select users.id, makes.id, models.id, makes.name, models.name, 'Sell', 'active', car_type, fuel_type, year, price_cents, mileage, 'km',
       transmission, drive, steering, exterior_color, seating_capacity, doors, engine_cc, location, certified, now(), 'One owner from new.'
     from jsonb_to_recordset($1::jsonb) as car (make text, model text, car_type text, fuel_type text, year smallint, price_cents bigint, mileage int,
         transmission text, drive text, steering text, exterior_color text, seating_capacity smallint, doors smallint, engine_cc int, location text,
         certified boolean),
       users, makes join models on models.make_id = makes.id
     where makes.name = car.make and models.name = car.model and users.email_key = 's@test.example'`,
    [JSON.stringify(rows)],
  );
  const { rows: all } = await pool.query("select *, price_cents / 100 as price from listings where status = 'active'");
  const missing = LINE_UP.flatMap(([make, models]) =>
    models.split(',').filter((model) => !all.some((car) => car.make === make && car.model === model)),
  );
  expect(missing).toEqual([]);
  cars = new Map(all.map((car) => [Number(car.id), car]));
}

const COLUMNS: Record<string, string> = {
  ...{ make: 'make', model: 'model', type: 'car_type', fuel: 'fuel_type', gear: 'transmission', drive: 'drive' },
  ...{
    steer: 'steering',
    color: 'color',
    seats: 'seating_capacity',
    doors: 'doors',
    city: 'city',
    province: 'province',
  },
  certified: 'certified',
};

/** Whether a car is as wanted: 'make=Toyota|Honda', 'maxPrice=10000', 'not-color=white', 'engine=1.5'. */
function fits(car: Car, wanted: string): boolean {
  return wanted.split(/ (?=[\w-]+=)/).every((part) => {
    const [name = '', value = ''] = part.split('=');
    const values = value.split('|');
    const number = Number(value);
    switch (name) {
      case 'minPrice':
        return Number(car.price) >= number;
      case 'maxPrice':
        return Number(car.price) <= number;
      case 'minYear':
        return Number(car.year) >= number;
      case 'maxYear':
        return Number(car.year) <= number;
      case 'maxKm':
        return Number(car.mileage) <= number;
      case 'engine':
        return Math.abs(Number(car.engine_cc) - number * 1_000) < 50;
      default: {
        const isNot = name.startsWith('not-');
        const column = COLUMNS[isNot ? name.slice(4) : name];
        if (column === undefined) throw new Error(`unknown expectation ${part}`);
        return values.includes(String(car[column])) !== isNot;
      }
    }
  });
}

const searchesOf = (file: string) =>
  readFileSync(`${FOLDER}/${file}`, 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [, wanted = '', queries = ''] = /^(.*?): (.*)$/.exec(line) ?? [];
      return queries.split('; ').map((query) => ({ wanted, query }));
    });

test.each(readdirSync(FOLDER))('understands the searches of %s', async (file) => {
  const language = file === 'english.txt' ? 'english' : 'others';
  const searches = searchesOf(file);
  const missed: string[] = [];
  for (const { wanted, query } of searches) {
    const { body } = await getJson(app, `/api/listings/search?limit=5&q=${encodeURIComponent(query)}`);
    const found: Car[] = body.listings.map(({ id }: { id: number }) => cars.get(id)!);
    if (found.length === 0 || !found.every((car) => fits(car, wanted)))
      missed.push(`${query} (${wanted}): ${found.map((car) => `${car.make} ${car.model}`).join(', ')}`);
  }
  const share = 1 - missed.length / searches.length;
  if (process.env.SHOW_MISSED)
    console.log(`${file}: ${searches.length} searches, ${(share * 100).toFixed(1)} %\n${missed.join('\n')}`);
  expect(searches.length).toBeGreaterThanOrEqual(LEAST_SEARCHES[language]);
  expect(share, missed.join('\n')).toBeGreaterThanOrEqual(LEAST[language]);
});
