import { expect, test } from 'vitest';
import { readingsOf } from './resolve-query.ts';
import { buildVocabulary, type Vocabulary } from './vocabulary.ts';

const makes = [
  { id: 1, name: 'BYD', aliases: ['比亚迪', 'Build Your Dreams'] },
  { id: 2, name: 'Toyota', aliases: ['丰田'] },
  { id: 3, name: 'Peugeot', aliases: [] },
  { id: 4, name: 'Great Wall', aliases: ['GWM', '长城'] },
  { id: 5, name: 'Citroën', aliases: [] },
];
const models = [
  { id: 10, makeId: 1, name: 'Seal', aliases: ['海豹'] },
  { id: 11, makeId: 1, name: 'Seal U', aliases: [] },
  { id: 12, makeId: 1, name: 'Sealion 7', aliases: [] },
  { id: 13, makeId: 1, name: 'Han', aliases: ['汉'] },
  { id: 20, makeId: 2, name: 'Corolla', aliases: [] },
  { id: 21, makeId: 2, name: 'Land Cruiser', aliases: [] },
  { id: 22, makeId: 2, name: 'Land Cruiser Prado', aliases: ['Prado'] },
  { id: 23, makeId: 2, name: 'Hilux', aliases: [] },
  { id: 30, makeId: 3, name: '2008', aliases: [] },
  { id: 31, makeId: 3, name: '3008', aliases: [] },
];
const vocabulary = buildVocabulary(makes, models);
const resolveQuery = (query: string, known: Vocabulary, newestYear: number, inTexts = new Set<string>()) =>
  readingsOf(query, known, newestYear, inTexts)[0]!;
const only = (year: number) => ({ min: year, max: year });
const ask = (query: string) => resolveQuery(query, vocabulary, 2027);

test.each([
  ['BYD Seal', [[-10], [-11, -12]]],
  ['bydseal', [[-10], [-11, -12]]],
  ['  byd    SEAL  ', [[-10], [-11, -12]]],
  ['byd', [[1]]],
  ['比亚迪', [[1]]],
  ['比亚迪海豹', [[-10], [-11, -12]]],
  ['ｂｙｄ', [[1]]],
  ['land cruiser prado', [[-22]]],
  ['seali', [[-12]]],
  ['great wall', [[4]]],
  ['citroen', [[5]]],
])('%s finds its cars, exact matches first', (query, ranks) => {
  const found = ask(query);
  expect(found.vehicleRanks).toEqual(ranks);
  expect(found.words).toBeUndefined();
  expect(found.understood).toBeNull();
});

test.each([
  ['bdy seal', [[-10], [-11, -12]], 'BYD seal'],
  ['toyta corola', [[-20]], 'Toyota Corolla'],
  ['hilx', [[-23]], 'Hilux'],
  ['land cruser', [[-21], [-22]], 'Land Cruiser'],
  ['totoya', [[2]], 'Toyota'],
  ['seallion 7', [[-12]], 'Sealion 7'],
])('corrects %s and reports the correction', (query, ranks, understood) => {
  expect(ask(query)).toMatchObject({ vehicleRanks: ranks, understood });
});

test.each([
  ['corolla or hilux', [[-20, -23]]],
  ['corolla hilux', [[-20, -23]]],
  [
    'Seal OR Corolla',
    [
      [-10, -20],
      [-11, -12],
    ],
  ],
  ['byd or corolla', [[1, -20]]],
  ['hilux or peugeot', [[-23, 3]]],
  ['byd or seal', [[1]]],
  [
    'byd seal or toyota hilux',
    [
      [-10, -23],
      [-11, -12],
    ],
  ],
])('%s finds cars of either name', (query, ranks) => {
  const { vehicleRanks, words } = ask(query);
  expect(vehicleRanks?.map((rank) => [...rank].sort())).toEqual(ranks.map((rank) => [...rank].sort()));
  expect(words).toBeUndefined();
});

test('keeps the or of a corrected search', () => {
  expect(ask('corola or hilx')).toMatchObject({ understood: 'Corolla or Hilux' });
});

test('names the words that a reading leaves out', () => {
  const readings = readingsOf('corolla zzzz', vocabulary, 2027, new Set());
  expect(readings.map(({ understood, dropped }) => [understood, dropped])).toEqual([
    [null, []],
    ['corolla', ['zzzz']],
    [null, []],
  ]);
});

test('does not take a word for a name that begins with another letter and differs in two', () => {
  const known = buildVocabulary([{ id: 9, name: 'Forthing', aliases: [] }], []);
  expect(resolveQuery('zzzz nothing', known, 2027)).toMatchObject({ vehicleRanks: null, words: ['zzzz', 'nothing'] });
  expect(resolveQuery('orthing', known, 2027)).toMatchObject({ vehicleRanks: [[9]] });
  expect(resolveQuery('fortin', known, 2027)).toMatchObject({ vehicleRanks: [[9]] });
});

test('turns years, types, fuels and gearboxes into filters', () => {
  expect(ask('2022 han')).toMatchObject({ year: only(2022), vehicleRanks: [[-13]] });
  expect(ask('2022han')).toMatchObject({ year: only(2022), vehicleRanks: [[-13]] });
  expect(ask('2019')).toMatchObject({ year: only(2019), vehicleRanks: null });
  expect(ask('used automatic electric SUV')).toMatchObject({
    carType: ['suv'],
    fuelType: ['electric'],
    transmission: ['automatic'],
    vehicleRanks: null,
  });
});

test('reads a number as a model of the named make, else as a year', () => {
  expect(ask('peugeot 2008')).toMatchObject({ vehicleRanks: [[-30]] });
  expect(ask('peugeot 2008').year).toBeUndefined();
  expect(ask('2008')).toMatchObject({ year: only(2008), vehicleRanks: null });
  expect(ask('3008')).toMatchObject({ vehicleRanks: [[-31]] });
});

test('does not correct a word that occurs in listings, but accepts it as a word of a name', () => {
  const inTexts = new Set(['citron', 'land']);
  expect(resolveQuery('citron', vocabulary, 2027)).toMatchObject({ understood: 'Citroën' });
  expect(resolveQuery('citron', vocabulary, 2027, inTexts)).toMatchObject({ vehicleRanks: null, words: ['citron'] });
  expect(resolveQuery('land', vocabulary, 2027, inTexts)).toMatchObject({ vehicleRanks: [[-21, -22]] });
});

test('does not split a small word off another word', () => {
  expect(ask('sealand')).toMatchObject({ vehicleRanks: null, words: ['sealand'] });
});

test('searches the texts for unknown words, and does not fail on noise', () => {
  expect(ask('seal sunroof')).toMatchObject({ vehicleRanks: [[-10], [-11, -12]], words: ['sunroof'] });
  for (const noise of [
    "'; drop table listings; --",
    '%_%',
    '\\',
    '(a+)+$',
    '<script>',
    'x'.repeat(200),
    '&|!:*',
    '🚗🚗',
    '‮abc',
  ]) {
    expect(() => ask(noise)).not.toThrow();
  }
  expect(ask('%').vehicleRanks).toEqual([]);
  expect(ask('  ').vehicleRanks).toBeNull();
});

test('splits a long ambiguous word with a bounded number of lookups', () => {
  const made = buildVocabulary(
    ['aa', 'aaa'].map((name, index) => ({ id: index + 1, name, aliases: [] })),
    [],
  );
  let lookups = 0;
  const get = made.meanings.get.bind(made.meanings);
  made.meanings.get = (key) => {
    lookups++;
    if (lookups > 100_000) throw new Error('looked up without end');
    return get(key);
  };
  expect(resolveQuery(`${'a'.repeat(150)}zzz`, made, 2027).words).toHaveLength(1);
  expect(lookups).toBeLessThan((153 * 154) / 2 + 100);
});
