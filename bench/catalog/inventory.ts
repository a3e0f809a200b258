/**
 * `npm run bench:inventory [-- --sizes 10000,100000,1000000]` measures the index of the inventory alone, in this process and
 * without a database: memory, filters, pages, facets and changes.
 */
import { parseArgs } from 'node:util';
import { type DemoListing, demoListings } from '@carquay/demo/inventory/demo-listings.ts';
import { CarIndex } from '#features/catalog/inventory/server/memory/car-index.ts';
import type { IndexedCar, ValueName } from '#features/catalog/inventory/server/memory/indexed-car.ts';
import type { ListingCriteria } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { importCarOfListing } from '#features/catalog/listings/server/facts/import-car.ts';
import { table } from '../report.ts';

const { values } = parseArgs({ options: { sizes: { type: 'string', default: '10000,100000,1000000' } } });
const RUNS = 300;
const FACETS: ValueName[] = [
  'make',
  'model',
  'year',
  'carType',
  'fuelType',
  'transmission',
  'drive',
  'steering',
  'emission',
  'condition',
  'seats',
  'doors',
  'color',
  'province',
  'city',
];
const NOW = new Date();
const AROUND = { now: NOW, forEachRented: () => {} };
/** Text of the length of a card with three photos. */
const CARD = 'x'.repeat(745);

const codes = new Map<string, number>();
const codeOf = (name: string) => codes.get(name) ?? codes.set(name, codes.size + 1).size;
const wordsOf = (text: string) => [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])];

function indexed(car: DemoListing, id: number): IndexedCar {
  const [city = '', province = ''] = car.location.split(', ');
  return {
    id,
    offer: car.mode,
    postedAt: car.postedAt.getTime() * 1000,
    values: {
      make: codeOf(car.make),
      model: codeOf(`${car.make} ${car.model}`),
      year: car.year,
      carType: car.bodyType,
      fuelType: car.fuelType,
      transmission: car.transmission,
      drive: car.drive,
      steering: car.steering,
      emission: car.emission,
      condition: car.condition,
      seats: car.seats,
      doors: car.doors,
      color: car.exteriorColor,
      province,
      city,
      seller: 1 + (id % 500),
    },
    numbers: { year: car.year, priceCents: car.priceCents, mileageKm: car.mileageKm, engineCc: car.engineCc },
    flags: { certified: car.certified, hasVin: car.vin !== null, hasReport: false, hasPictures: true },
    imported: car.mode === 'Sell' ? { car: importCarOf(car, province), taxRate: 0.08, feeCents: 30_000 } : null,
    reviewCount: 0,
    ratingSum: 0,
    words: wordsOf(`${car.exteriorColor} ${car.location} ${car.fuelType} ${car.bodyType} ${car.description}`),
    card: CARD,
  };
}

const importCarOf = (car: DemoListing, province: string) =>
  importCarOfListing({ ...car, province, engine: car.engineCc, carType: car.bodyType });

function* cars(count: number): Generator<IndexedCar> {
  let id = 0;
  for (const car of demoListings(count, NOW)) {
    id += 1;
    yield indexed(car, id);
  }
}

function* batches(count: number): Generator<IndexedCar[]> {
  for (const car of cars(count)) yield [car];
}

const memory = () => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

function timed(run: (turn: number) => void): [p50: number, p99: number] {
  const times: number[] = [];
  for (let turn = 0; turn < RUNS; turn++) {
    const before = performance.now();
    run(turn);
    times.push(performance.now() - before);
  }
  times.sort((a, b) => a - b);
  return [times[Math.floor(RUNS * 0.5)]!, times[Math.floor(RUNS * 0.99)]!];
}

const CASES: Record<string, ListingCriteria> = {
  none: { offer: 'Sell' },
  'petrol or diesel': { offer: 'Sell', fuelType: ['petrol', 'diesel'] },
  'price range': { offer: 'Sell', priceCents: { min: 500_000, max: 2_000_000 } },
  'make, type, price': { offer: 'Sell', vehicles: [1], carType: ['suv'], priceCents: { max: 1_500_000 } },
  'five broad': {
    offer: 'Sell',
    fuelType: ['petrol', 'diesel', 'hybrid'],
    transmission: ['automatic'],
    year: { min: 2016 },
    mileageKm: { max: 150_000 },
    hasVin: true,
  },
  words: { offer: 'Sell', words: ['leather', 'guang'] },
};

for (const size of values.sizes.split(',').map(Number)) {
  const before = memory();
  const startedAt = performance.now();
  const index = await CarIndex.load(batches(size), async () => {});
  const seconds = (performance.now() - startedAt) / 1000;
  const bytes = (memory() - before) / size;
  console.log(
    `\n${size.toLocaleString('en-US')} cars: filled in ${seconds.toFixed(1)} s, ${Math.round(bytes)} bytes a car`,
  );
  const rows = Object.entries(CASES).map(([name, wanted]) => {
    const count = index.match(wanted, AROUND).count;
    let last = 0;
    // The index caches its last matches, so each run uses different criteria.
    const criteria = () => {
      last += 1;
      return name === 'none' ? wanted : { ...wanted, excludedVehicles: [-1_000_000 - last] };
    };
    const match = timed(() => index.match(criteria(), AROUND));
    const page = timed((turn) => {
      const slots = index.page(index.match(criteria(), AROUND), 'price-asc', (turn % 50) * 10, 10);
      for (const slot of slots) index.cardOf(slot);
    });
    const facets = timed(() => {
      const matches = index.match(criteria(), AROUND);
      for (const facet of FACETS) index.countBy(matches, facet);
    });
    return [name, count, ...match, ...page, ...facets];
  });
  table('Milliseconds', ['filters', 'cars', 'match p50', 'p99', 'page p50', 'p99', '14 facets p50', 'p99'], rows);
  const some = [...cars(1_000)];
  const [p50, p99] = timed((turn) => {
    const car = some[turn % some.length]!;
    index.put({ ...car, numbers: { ...car.numbers, priceCents: 100 * (turn * 7_919) } });
  });
  console.log(`a change: p50 ${p50.toFixed(3)} ms, p99 ${p99.toFixed(3)} ms`);
}
