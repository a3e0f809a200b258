import { expect, test } from 'vitest';
import type { Listing } from '#features/catalog/listings/model/listing.ts';
import { afterPublication, PublishedBook } from '#features/customs/import-rules/server/book/rule-book-cache.ts';
import { readSeedRecords, rowsOfSeed } from '#features/customs/import-rules/server/book/seed.ts';
import { assess } from '#features/customs/import-rules/server/import-responses.ts';
import { english } from '../../../../../tests/support/messages/english.ts';
import { landedItem } from './landed-cost-responses.ts';

const LISTS = 50;
const MAX_MS_PER_LIST = 5;
const JOURNEY = { mode: 'roro', port: 'KEMBA' } as const;

/** Measured: 0.6 to 1 ms, by country. The limit leaves room for a slow machine. */
test('verdict and landed cost of ten cars take a few milliseconds of CPU time together', async () => {
  const book = new PublishedBook(1, afterPublication(new Map(), rowsOfSeed(await readSeedRecords())));
  const cars = Array.from({ length: 10 }, (_, at) => ({
    id: at,
    year: 2016 + at,
    steering: at % 2 === 0 ? 'left' : 'right',
    fuelType: 'petrol',
    engine: 1500,
    carType: 'suv',
    priceCents: 1_000_000,
    taxRate: 0.08,
    registrationFeeCents: 30_000,
    make: 'Toyota',
    model: 'Prado',
    province: 'Guangdong',
    vin: null,
    productionMonth: null,
    firstRegistrationMonth: null,
    emission: null,
    lengthMm: 4_900,
    widthMm: 1_900,
    heightMm: 1_700,
  })) as Listing[];
  const list = () => {
    const assessed = assess(book, { country: 'KE', buyer: 'person' }, '2026-11-23', JOURNEY);
    return cars.map((car) => landedItem(assessed, car, JOURNEY, english));
  };
  for (let warm = 0; warm < LISTS; warm++) list();
  const before = process.cpuUsage();
  for (let run = 0; run < LISTS; run++) list();
  const { user, system } = process.cpuUsage(before);
  const msPerList = (user + system) / 1_000 / LISTS;
  expect(list().map(({ light }) => light)).toContain('red');
  expect(msPerList).toBeLessThan(MAX_MS_PER_LIST);
});
