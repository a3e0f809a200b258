import { expect, test } from 'vitest';
import type { ListingCriteria } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import type { CarFacts, Circumstances } from '../../model/car-facts.ts';
import { SearchIndex } from './search-index.ts';

const KENYA = { country: 'KE', port: 'KEMBA', mode: 'roro', buyer: 'person' } as const;
const by: Circumstances = {
  now: new Date('2026-11-29T10:00:00Z'),
  lightOf: ({ values }) => (values.fuelType === 'diesel' ? 'red' : values.fuelType === 'petrol' ? 'amber' : 'green'),
  landedOf: ({ numbers }) => (numbers.priceCents === null ? null : numbers.priceCents * 2),
};

function car(
  values: CarFacts['values'] = {},
  numbers: Partial<CarFacts['numbers']> = {},
  more: Partial<CarFacts> = {},
): CarFacts {
  return {
    offer: 'Sell',
    postedAt: by.now.getTime() * 1_000,
    values: { make: 1, model: 11, seller: 5, city: 'Guangzhou', carType: 'sedan', fuelType: 'electric', ...values },
    numbers: { year: 2021, priceCents: 1_500_000, mileageKm: 40_000, engineCc: null, ...numbers },
    flags: { certified: true, hasVin: false, hasReport: false },
    reviewCount: 2,
    ratingSum: 8,
    imported: null,
    words: ['one', 'owner', 'from', 'new'],
    rentedDays: ['2026-12-03'],
    ...more,
  };
}

const matching = (criteria: Partial<ListingCriteria>, facts = car()) => {
  const index = new SearchIndex();
  index.put(7, { offer: 'Sell', ...criteria });
  return index.matches(facts, by).length === 1;
};

test.each<[Partial<ListingCriteria>, CarFacts, CarFacts]>([
  [{}, car(), car({}, {}, { offer: 'Rent' })],
  [{ vehicles: [1, 2] }, car(), car({ make: 3 })],
  [{ vehicles: [-11] }, car(), car({ model: 12 })],
  [{ vehicles: [1, -11] }, car({ model: 99 }), car({ make: 2, model: 99 })],
  [{ seller: [5] }, car(), car({ seller: 6 })],
  [{ carType: ['sedan', 'suv'], fuelType: ['electric'] }, car(), car({ fuelType: 'petrol' })],
  [{ city: ['Guangzhou'] }, car(), car({ city: null })],
  [{ priceCents: { max: 1_500_000 } }, car(), car({}, { priceCents: 1_500_001 })],
  [{ year: { min: 2021, max: 2022 } }, car(), car({}, { year: 2020 })],
  [{ engineCc: { min: 1 } }, car({}, { engineCc: 1_498 }), car()],
  [{ certified: true }, car(), car({}, {}, { flags: {} })],
  [{ excludedVehicles: [-12] }, car(), car({ model: 12 })],
  [{ excludedValues: [{ filter: 'color', values: ['red'] }] }, car(), car({ color: 'red' })],
  [{ listedWithinDays: 3 }, car(), car({}, {}, { postedAt: (by.now.getTime() - 4 * 86_400_000) * 1_000 })],
  [{ freeDays: { from: '2026-12-04', to: '2026-12-05' } }, car(), car({}, {}, { rentedDays: ['2026-12-05'] })],
  [{ minRating: 4 }, car(), car({}, {}, { ratingSum: 7 })],
  [{ words: ['owner', 'fro'] }, car(), car({}, {}, { words: ['owner'] })],
  [{ words: ['fro'], wholeWords: true }, car({}, {}, { words: ['fro'] }), car()],
  [{ excludedWords: ['taxi'] }, car(), car({}, {}, { words: ['taxi'] })],
  [{ destination: KENYA, mayImport: 'amber' }, car({ fuelType: 'petrol' }), car({ fuelType: 'diesel' })],
  [{ destination: KENYA, mayImport: 'green' }, car(), car({ fuelType: 'petrol' })],
  [{ destination: KENYA, landedCents: { max: 3_000_000 } }, car(), car({}, { priceCents: 1_500_001 })],
])('a search for %o finds the first car and not the second', (criteria, fits, differs) => {
  expect([matching(criteria, fits), matching(criteria, differs)]).toEqual([true, false]);
});

test('changed and deleted searches are found as they are now, also after the arrays have grown', () => {
  const index = new SearchIndex();
  const fitting = Array.from({ length: 5_000 }, (_, at) => at + 1).filter((id) => id % 30 <= 21);
  for (let id = 1; id <= 5_000; id++) index.put(id, { offer: 'Sell', vehicles: [1], year: { min: 2000 + (id % 30) } });
  expect(index.matches(car(), by)).toHaveLength(fitting.length);
  for (let id = 1; id <= 5_000; id++) index.put(id, { offer: 'Sell', vehicles: [2] });
  expect(index.matches(car(), by)).toEqual([]);
  expect(index.matches(car({ make: 2 }), by)).toHaveLength(5_000);
  for (let id = 1; id < 5_000; id++) index.delete(id);
  index.delete(99_999);
  expect([index.size, index.matches(car({ make: 2 }), by)]).toEqual([1, [5_000]]);
  expect(index.bytes).toBeLessThan(5_000 * 200);
});

test('a search for a make and one of its models finds a car once', () => {
  const index = new SearchIndex();
  index.put(1, { offer: 'Sell', vehicles: [1, -11] });
  expect(index.matches(car(), by)).toEqual([1]);
});
