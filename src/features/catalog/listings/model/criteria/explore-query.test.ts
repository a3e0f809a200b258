import { describe, expect, test } from 'vitest';
import {
  activeFilters,
  choose,
  displayRange,
  EVERYTHING,
  type ExploreState,
  exploreCall,
  ignoredParameters,
  isCanonical,
  readExplore,
  writeExplore,
} from './explore-query.ts';

const read = (query: string) => readExplore(new URLSearchParams(query));
const state = (change: Partial<ExploreState>): ExploreState => ({ ...EVERYTHING, ...change });

const FACETS =
  'model,fuelType,transmission,drive,steering,emission,condition,seats,doors,color,province,city,certified,hasVin,hasReport';

const full = state({
  mode: 'rent',
  q: 'BYD Seal 比亚迪',
  sort: 'price-desc',
  minPrice: 5_000,
  maxPrice: 42_500,
  make: ['Great Wall & Sons', 'BYD'],
  model: ['Seal'],
  carType: ['suv'],
  drive: ['all', 'rear'],
  seats: ['5', '7'],
  color: ['white'],
  province: ['Guangdong'],
  city: ['Guangzhou'],
  seller: ['12'],
  year: 2022,
  minYear: 2019,
  maxMileageKm: 80_000,
  hasVin: true,
  listedWithinDays: 7,
  from: '2027-01-05',
  to: '2027-01-09',
  minRating: 4.5,
  page: 7,
});

describe('the URL', () => {
  test('is empty without any choice', () => {
    expect(writeExplore(EVERYTHING)).toBe('');
    expect(read('')).toEqual(EVERYTHING);
  });

  test('keeps every choice', () => {
    expect(read(writeExplore(full))).toEqual(full);
  });

  test('has stable, readable parameter names', () => {
    expect(writeExplore({ ...full, q: 'han', make: ['BYD'] })).toBe(
      '?mode=rent&q=han&sort=price-desc&minPrice=5000&maxPrice=42500&make=BYD&model=Seal&carType=suv&drive=all&drive=rear' +
        '&seats=5&seats=7&color=white&province=Guangdong&city=Guangzhou&seller=12&year=2022&minYear=2019&maxMileageKm=80000' +
        '&hasVin=true&listedWithinDays=7&from=2027-01-05&to=2027-01-09&minRating=4.5&page=7',
    );
  });

  test.each([
    'page=1e19',
    'page=-1',
    'page=0',
    'page=1.5',
    'page=NaN',
    'page=99999999999999999999',
    'page=',
    'page=%00',
    'year=abc',
    'year=20222',
    'year=0',
    'year=275760',
    'year=-2022',
    'carType=spaceship',
    'carType=__proto__',
    'drive=2wd',
    'condition=new',
    'sort=name',
    'sort=constructor',
    'minPrice=-5',
    'minPrice=1e3',
    'maxPrice=free',
    'maxPrice=100000',
    'maxPrice=9999999',
    'minPrice=0',
    'minRating=4',
    'mode=steal',
    'mode=buy',
    'q=',
    'q=+++',
    'q=%00%0A',
    'make=',
    'model=Seal',
    'seats=99',
    'color=octarine',
    'seller=me',
    'minYear=20',
    'maxMileageKm=-1',
    'hasVin=yes',
    'listedWithinDays=0',
    'from=2027-01-05&to=2027-01-09',
    'utm_source=news',
  ])('ignores the invalid or default %s', (query) => {
    expect(read(query)).toEqual(EVERYTHING);
  });

  test('swaps a minimum and maximum price in the wrong order', () => {
    expect(read('minPrice=40000&maxPrice=20000')).toEqual(state({ minPrice: 20_000, maxPrice: 40_000 }));
  });

  test.each([
    ['buy', '', '&maxPrice=100%2C000%2B', { minPrice: null, maxPrice: null }],
    ['rent', 'minPrice=10', '&maxPrice=200%2B', { minPrice: null, maxPrice: null }],
    ['rent', 'minPrice=15', '&maxPrice=200', { minPrice: 15, maxPrice: 200 }],
    ['rent', 'minPrice=250', '&maxPrice=400', { minPrice: 250, maxPrice: 400 }],
    ['rent', 'minPrice=200', '', { minPrice: 200, maxPrice: null }],
    ['buy', 'minPrice=100000', '', { minPrice: 100_000, maxPrice: null }],
  ])('the limits of mode %s with %s%s are those of its slider or beyond', (mode, min, max, limits) => {
    expect(read(`mode=${mode}&${min}${max}`)).toMatchObject(limits);
  });

  test('accepts prices as the fields format them', () => {
    expect(read('minPrice=20%2C000&maxPrice=100%2C000%2B')).toEqual(state({ minPrice: 20_000 }));
  });

  test('keeps all values of a filter once, and the first of other repeated parameters', () => {
    expect(read('make=BYD&make=Geely&make=BYD&page=2&page=3')).toEqual(state({ make: ['BYD', 'Geely'], page: 2 }));
  });

  test('swaps limits of years, mileage and engine size in the wrong order', () => {
    const read = readExplore(
      new URLSearchParams('minYear=2022&maxYear=2018&minMileageKm=9&maxMileageKm=5&minEngineCc=2000'),
    );
    expect(read).toMatchObject({ minYear: 2018, maxYear: 2022, minMileageKm: 5, maxMileageKm: 9, minEngineCc: 2000 });
    expect(read.maxEngineCc).toBeNull();
  });

  test('puts rental days in order, and ignores half a range and days that do not exist', () => {
    expect(read('mode=rent&from=2027-01-09&to=2027-01-05')).toMatchObject({ from: '2027-01-05', to: '2027-01-09' });
    for (const days of ['from=2027-01-05', 'from=2027-02-30&to=2027-03-01', 'from=1&to=2'])
      expect(read(`mode=rent&${days}`)).toMatchObject({ from: '', to: '' });
  });

  test('names what it ignores', () => {
    const ignored = (query: string) => ignoredParameters(new URLSearchParams(query));
    expect(ignored('seats=99&color=white&drive=2wd&page=0&utm_source=news')).toEqual(['drive', 'seats', 'page']);
    expect(ignored('q=&make=&mode=buy&page=1&minPrice=0&maxPrice=100%2C000%2B&year=&from=&to=')).toEqual([]);
  });

  test('keeps a rating only in rent mode, and only an offered value', () => {
    expect(read('mode=rent&minRating=4.5').minRating).toBe(4.5);
    expect(read('mode=rent&minRating=3.7').minRating).toBe(0);
    expect(read('minRating=4.5').minRating).toBe(0);
  });

  test('keeps text in any script, cut to the length that the API accepts', () => {
    expect(read('make=%3Cscript%3E').make).toEqual(['<script>']);
    expect(read(`q=${'a'.repeat(500)}`).q).toHaveLength(200);
    expect(read(`q=${encodeURIComponent(`${'a'.repeat(199)}😀`)}`).q.isWellFormed()).toBe(true);
    expect(read('q=++BYD%09%0A++Seal++').q).toBe('BYD Seal');
  });

  test.each([
    ['', true],
    ['mode=rent&page=2', true],
    ['page=2&mode=rent', true],
    ['make=BYD&utm_source=news', true],
    ['mode=buy', false],
    ['q=&make=BYD&minPrice=0', false],
    ['page=1', false],
    ['page=2&page=3', false],
    ['q=+BYD', false],
    ['carType=SUV', false],
  ])('isCanonical of %j is %s', (query, canonical) => {
    expect(isCanonical(new URLSearchParams(query))).toBe(canonical);
  });

  test('is canonical after reading and writing any URL', () => {
    for (const query of [
      'page=1e19&make=%00',
      `q=${'é '.repeat(300)}`,
      `make=${'a '.repeat(90)}`,
      'minPrice=9&maxPrice=3',
    ]) {
      expect(isCanonical(new URLSearchParams(writeExplore(read(query))))).toBe(true);
    }
  });
});

describe('the API query', () => {
  test('holds only the required parameters without any choice', () => {
    expect(JSON.parse(JSON.stringify(exploreCall(EVERYTHING)))).toEqual({
      page: 1,
      limit: 10,
      rentSell: 'Sell',
      status: 'active',
      include: 'facets',
      facets: FACETS,
    });
  });

  test('sends every choice', () => {
    expect(exploreCall(full)).toEqual({
      page: 7,
      limit: 10,
      rentSell: 'Rent',
      status: 'active',
      q: 'BYD Seal 比亚迪',
      make: ['Great Wall & Sons', 'BYD'],
      model: ['Seal'],
      carType: ['suv'],
      drive: ['all', 'rear'],
      seats: ['5', '7'],
      color: ['white'],
      province: ['Guangdong'],
      city: ['Guangzhou'],
      seller: ['12'],
      year: 2022,
      minPrice: 5_000,
      maxPrice: 42_500,
      minYear: 2019,
      maxMileageKm: 80_000,
      hasVin: 'true',
      listedWithinDays: 7,
      from: '2027-01-05',
      to: '2027-01-09',
      minRating: 4.5,
      sortBy: 'price',
      sortOrder: 'desc',
      include: 'facets',
      facets: FACETS,
    });
  });
});

describe('choosing', () => {
  test('returns to page 1 unless the page itself is chosen', () => {
    expect(choose(full, { make: ['BYD'] })).toEqual({ ...full, make: ['BYD'], page: 1 });
    expect(choose(full, { page: 8 }).page).toBe(8);
  });

  test('buy mode removes the rating and the days', () => {
    expect(choose(full, { mode: 'buy' })).toMatchObject({ minRating: 0, from: '', to: '' });
  });

  test('models go with their makes and cities with their provinces', () => {
    expect(choose(full, { make: [] }).model).toEqual([]);
    expect(choose(full, { province: [] }).city).toEqual([]);
  });

  test('lists the active filters, each with the state without it', () => {
    expect(activeFilters(state({ q: 'han', sort: 'price-asc', mode: 'rent', page: 3 }))).toEqual([]);
    expect(activeFilters(full).map(({ name }) => name)).toEqual([
      'price',
      'make',
      'model',
      'carType',
      'drive',
      'seats',
      'color',
      'province',
      'city',
      'seller',
      'year',
      'years',
      'mileage',
      'hasVin',
      'listedWithinDays',
      'days',
      'minRating',
    ]);
    expect(activeFilters(full)[0]?.without).toEqual({ ...full, minPrice: null, maxPrice: null, page: 1 });
  });
});

test('the range of cars on a page counts from 1', () => {
  expect(displayRange(1, 10)).toEqual({ first: 1, last: 10 });
  expect(displayRange(3, 4)).toEqual({ first: 21, last: 24 });
});
