import { describe, expect, test } from 'vitest';
import {
  activeFilters,
  choose,
  EVERYTHING,
  type ExploreState,
  exploreCall,
  filterCall,
  ignoredParameters,
  isCanonical,
  readExplore,
  withoutFilters,
  withoutImport,
  writeExplore,
} from './explore-query.ts';

const read = (query: string) => readExplore(new URLSearchParams(query));
const state = (change: Partial<ExploreState>): ExploreState => ({ ...EVERYTHING, ...change });
const KENYA = state({ to: 'KE-KEMBA', mayImport: 'green', minLanded: 5_000, sort: 'landed-asc' });

describe('an address with a destination', () => {
  test.each([
    ['to=KE&mayImport=green', { to: 'KE', mayImport: 'green' }],
    ['to=KE&mayImport=any', { to: 'KE', mayImport: 'any' }],
    ['to=KE&mayImport=green&mayImport=any', { to: 'KE', mayImport: 'any' }],
    // Addresses of earlier versions: cars to check first are now in every list.
    ['to=KE&mayImport=amber', { to: 'KE' }],
    ['to=KE-person', { to: 'KE' }],
    ['to=KE&minLanded=9,000&maxLanded=5000', { to: 'KE', minLanded: 5_000, maxLanded: 9_000 }],
    ['to=KE&sort=landed-desc', { to: 'KE', sort: 'landed-desc' }],
    // Nothing of it means anything without a destination.
    ['mayImport=green&minLanded=5000&sort=landed-asc', {}],
    ['to=2099-01-01&mayImport=green', {}],
    // Cars for rent are not shipped.
    ['mode=rent&to=KE&mayImport=green&sort=landed-asc', { mode: 'rent' }],
  ] as const)('%s', (query, expected) => {
    expect(read(query)).toEqual(state(expected));
  });

  test('is written as it was read', () => {
    const query = writeExplore(KENYA);
    expect(query).toBe('?sort=landed-asc&to=KE-KEMBA&mayImport=green&minLanded=5000');
    expect(read(query)).toEqual(KENYA);
    expect(isCanonical(new URLSearchParams(query))).toBe(true);
  });

  test('names what it ignores', () => {
    const ignored = (query: string) => ignoredParameters(new URLSearchParams(query));
    expect(ignored('to=KE&mayImport=red')).toEqual(['mayImport']);
    expect(ignored('mayImport=amber')).toEqual(['mayImport']);
    expect(ignored('to=KE&mayImport=amber')).toEqual([]);
    expect(ignored('mayImport=green&sort=landed-asc')).toEqual(['sort', 'mayImport']);
    expect(ignored('to=KE-KEMBA-company&mayImport=green')).toEqual([]);
  });
});

test('calls with a destination leave out prohibited cars unless the address asks for them', () => {
  const lightOf = (change: Partial<ExploreState>) => exploreCall(state({ to: 'KE-KEMBA', ...change })).mayImport;
  expect(lightOf({})).toBe('amber');
  expect(lightOf({ mayImport: 'green' })).toBe('green');
  expect(lightOf({ mayImport: 'any' })).toBeUndefined();
  expect(lightOf({ sort: 'price-asc' })).toBe('amber');
  expect(lightOf({ to: '' })).toBeUndefined();
});

test('calls name the destination', () => {
  expect(exploreCall(KENYA)).toMatchObject({
    to: 'KE',
    port: 'KEMBA',
    buyer: 'person',
    mayImport: 'green',
    minLanded: 5_000,
    sortBy: 'landed',
    sortOrder: 'asc',
    facets: expect.stringMatching(/,mayImport$/),
  });
  expect(exploreCall(state({ to: 'KE-KEMBA' }))).toMatchObject({ to: 'KE', port: 'KEMBA' });
  expect(filterCall(state({ mode: 'rent', from: '2099-01-01', to: '2099-01-02' })).to).toBe('2099-01-02');
});

describe('a choice', () => {
  test('keeps the destination, and a lost destination takes along what needs it', () => {
    expect(choose(KENYA, { make: ['BYD'] })).toEqual({ ...KENYA, make: ['BYD'] });
    expect(choose(KENYA, { to: '' })).toEqual(EVERYTHING);
  });

  test('of the other mode leaves neither a destination nor rental days behind', () => {
    expect(choose(KENYA, { mode: 'rent' })).toEqual(state({ mode: 'rent' }));
    const rental = state({ mode: 'rent', from: '2099-01-01', to: '2099-01-02' });
    expect(choose(rental, { mode: 'buy' })).toEqual(EVERYTHING);
  });
});

test('the import filters are removed one by one, and a destination alone is no filter', () => {
  expect(activeFilters(KENYA)).toEqual([
    { name: 'mayImport', without: { ...KENYA, mayImport: '' } },
    { name: 'landed', without: { ...KENYA, minLanded: null } },
  ]);
  expect(activeFilters(state({ to: 'KE' }))).toEqual([]);
  expect(withoutFilters(KENYA)).toEqual(state({ to: 'KE-KEMBA', sort: 'landed-asc' }));
  expect(withoutImport({ ...KENYA, page: 3, make: ['BYD'] })).toEqual(state({ page: 3, make: ['BYD'] }));
});
