import { expect, test } from 'vitest';
import { readExplore } from '#features/catalog/listings/model/criteria/explore-query.ts';
import { type Landing, landingFilters, landingOf, landingPath, otherOffer, valueOfSlug } from './landing.ts';

const LANDINGS: [Landing, string, string][] = [
  [{ offer: 'Sell', make: 'Lynk & Co' }, '/used-cars/lynk-co', '?make=Lynk+%26+Co'],
  [{ offer: 'Sell', make: 'BYD', model: 'Seal U' }, '/used-cars/byd/seal-u', '?make=BYD&model=Seal+U'],
  [{ offer: 'Rent', carType: 'suv' }, '/rent-cars/type/suv', '?mode=rent&carType=suv'],
  [{ offer: 'Sell', fuelType: 'electric' }, '/used-cars/fuel/electric', '?fuelType=electric'],
  [{ offer: 'Sell', province: 'Inner Mongolia' }, '/used-cars/province/inner-mongolia', '?province=Inner+Mongolia'],
  [{ offer: 'Sell', priceBand: 'under-10000' }, '/used-cars/price/under-10000', '?maxPrice=10000'],
  [{ offer: 'Sell', priceBand: '30000-50000' }, '/used-cars/price/30000-50000', '?minPrice=30000&maxPrice=50000'],
  [{ offer: 'Rent', priceBand: 'from-200' }, '/rent-cars/price/from-200', '?mode=rent&minPrice=200'],
];

test.each(LANDINGS)('the landing %j has the path %s and shows the cars of /CarExplore%s', (landing, path, query) => {
  expect(landingPath(landing)).toBe(path);
  expect(landingFilters(landing)).toBe(query);
  expect(landingOf(readExplore(new URLSearchParams(query)))).toBe(path);
});

test.each([
  '',
  '?mode=rent',
  '?fuelType=electric&page=2',
  '?fuelType=electric&fuelType=petrol',
  '?fuelType=electric&province=Tibet',
  '?province=Bavaria',
  '?minPrice=10000&maxPrice=30000',
  '?maxPrice=50',
  '?make=%21%21%21',
])('/CarExplore%s has no landing page', (query) => {
  expect(landingOf(readExplore(new URLSearchParams(query)))).toBeNull();
});

test('a part of a path means a known value in any spelling', () => {
  expect(valueOfSlug('province', 'INNER-mongolia', 'Sell')).toBe('Inner Mongolia');
  expect(valueOfSlug('fuelType', 'steam', 'Sell')).toBe('steam');
  expect(valueOfSlug('carType', undefined, 'Sell')).toBeUndefined();
});

test('a price band leads to all cars of the other offer', () => {
  expect(landingPath(otherOffer({ offer: 'Sell', priceBand: 'under-10000' }))).toBe('/rent-cars');
  expect(landingPath(otherOffer({ offer: 'Rent', fuelType: 'electric' }))).toBe('/used-cars/fuel/electric');
});
