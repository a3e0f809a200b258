import { SeededRandom } from '@carquay/demo/inventory/seeded-random.ts';
import { expect, test } from 'vitest';
import { landedCostOf, landedTotalOf } from '#features/customs/import-rules/model/landed/landed-cost.ts';
import { prepareCountry } from '#features/customs/import-rules/model/prepare-country.ts';
import { lightOf, verdictOf } from '#features/customs/import-rules/model/verdict/verdict.ts';
import { readSeed } from '#features/customs/import-rules/server/book/seed.ts';
import { randomAssessment, randomCar } from './random-cars.ts';

const book = await readSeed();
const random = new SeededRandom(1);
const RATES = { USD: 1, TZS: 2600, GHS: 12, KES: 130, GEL: 2.7 };
const COUNTRIES = ['KE', 'TZ', 'GH', 'NG', 'GE'];

/** CPU time, which excludes other work on the machine. */
function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const cases = Array.from({ length: 2_000 }, (_, index) => {
  const country = COUNTRIES[index % COUNTRIES.length]!;
  const at = { ...randomAssessment(random), on: '2026-11-22' };
  return { prepared: prepareCountry(book, country, at.on)!, car: randomCar(random, country), at };
});
const OFFER = { priceCents: 1_200_000, taxCents: 96_000, feeCents: 30_000, newPrice: null };

test('verdict and landed cost of ten cars take less than a millisecond', () => {
  const run = () => {
    for (const { prepared, car, at } of cases) {
      verdictOf(prepared, car, at);
      landedCostOf(prepared, OFFER, { mode: 'roro', port: null }, car, at, RATES);
    }
  };
  run();
  const perTen = (Math.min(cpuMs(run), cpuMs(run), cpuMs(run), cpuMs(run)) / cases.length) * 10;
  expect(perTen).toBeLessThan(1);
});

test('lights of 10,000 cars take less than 200 ms', () => {
  const run = () => {
    for (let round = 0; round < 5; round++) for (const { prepared, car, at } of cases) lightOf(prepared, car, at);
  };
  run();
  const spent = Math.min(cpuMs(run), cpuMs(run), cpuMs(run), cpuMs(run));
  expect(spent).toBeLessThan(200);
});

test('landed totals of 10,000 cars take less than 500 ms', () => {
  const run = () => {
    for (let round = 0; round < 5; round++)
      for (const { prepared, car, at } of cases)
        landedTotalOf(prepared, OFFER, { mode: 'roro', port: null }, car, at, RATES);
  };
  run();
  const spent = Math.min(cpuMs(run), cpuMs(run), cpuMs(run), cpuMs(run));
  expect(spent).toBeLessThan(500);
});
