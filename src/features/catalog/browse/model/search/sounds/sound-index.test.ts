import { expect, test } from 'vitest';
import { catalog } from '#content/catalog/catalog.ts';
import { readingsOf } from '../resolve-query.ts';
import { buildVocabulary } from '../vocabulary.ts';
import { lookalike, romanized, spelled } from './romanize.ts';

const makes = catalog.map(({ name, aliases }, index) => ({ id: index + 1, name, aliases }));
const models = catalog
  .flatMap((make, index) => make.models.map((model) => ({ ...model, makeId: index + 1 })))
  .map(({ name, aliases, makeId }, index) => ({ id: index + 1, makeId, name, aliases }));
const vocabulary = buildVocabulary(makes, models);
const read = (query: string, inTexts = new Set<string>()) => readingsOf(query, vocabulary, 2027, inTexts)[0]!;

function nameOf(key: number): string {
  const model = models[-key - 1];
  return key > 0 ? makes[key - 1]!.name : `${makes[model!.makeId - 1]!.name} ${model!.name}`;
}

test.each([
  ['форестер', 'forester'],
  ['هايلكس', 'hailks'],
  ['フォレスター', 'foresuta'],
  ['쏘렌토', 'ssorento'],
  ['ฮอนด้า', 'hond'],
  ['Τογιότα', 'togiota'],
  ['स्विफ्ट', 'svift'],
])('writes %s in Latin letters', (word, latin) => {
  expect(romanized(word)?.latin.slice(0, latin.length)).toBe(latin);
});

test('leaves words of the Latin script and Chinese alone', () => {
  for (const word of ['forester', '丰田', '42']) expect(romanized(word)).toBeNull();
});

test.each([
  ['х5', 'x5'],
  ['сх5', 'cx5'],
  ['н6', 'h6'],
  ['ф7', null],
  ['camry', null],
])('%s looks like %s', (word, latin) => {
  expect(lookalike(word)).toBe(latin);
});

test.each([
  ['икс 5', 'x5'],
  ['си эр ви', 'crv'],
  ['سي ار في', 'crv'],
  ['एक्स 5', 'x5'],
])('%s spells %s', (words, latin) => {
  expect(spelled(words)).toContain(latin);
});

test.each([
  ['бмв х5', 'BMW X5'],
  ['мазда сх-5', 'Mazda CX-5'],
  ['субару форестер', 'Subaru Forester'],
  ['субару аутбек', 'Subaru Outback'],
  ['джип гранд чероки', 'Jeep Grand Cherokee'],
  ['вольво хс90', 'Volvo XC90'],
  ['порше кайен', 'Porsche Cayenne'],
  ['мерседес глс', 'Mercedes-Benz GLS'],
  ['лексус рх', 'Lexus RX'],
  ['хонда си эр ви', 'Honda CR-V'],
  ['чанган юни-к', 'Changan Uni-K'],
  ['хавейл ф7', 'Haval F7'],
  ['рено дастер', 'Renault Duster'],
  ['بي ام دبليو اكس 5', 'BMW X5'],
  ['مازدا سي اكس 5', 'Mazda CX-5'],
  ['فورد اكسبلورر', 'Ford Explorer'],
  ['شيفروليه تاهو', 'Chevrolet Tahoe'],
  ['بورش كايين', 'Porsche Cayenne'],
  ['सुजुकी स्विफ्ट', 'Suzuki Swift'],
  ['बीएमडब्ल्यू एक्स 5', 'BMW X5'],
  ['スバル フォレスター', 'Subaru Forester'],
  ['ランドクルーザー', 'Toyota Land Cruiser'],
  ['ジムニー', 'Suzuki Jimny'],
  ['지프 랭글러', 'Jeep Wrangler'],
  ['포드 익스플로러', 'Ford Explorer'],
  ['Σουζούκι Βιτάρα', 'Suzuki Vitara'],
])('%s is %s', (query, car) => {
  expect(read(query).vehicleRanks?.[0]?.map(nameOf)).toEqual([car]);
});

test.each([
  'кожа',
  'салон',
  'люк',
  'камера',
  'панорама',
  'чистая',
  'срочно',
  'полная',
  'климат контроль',
  'جلد',
  'فتحة سقف',
  'кондиционер',
])('takes %s, an ordinary word, for no name', (word) => {
  expect(read(word).vehicleRanks).toBeNull();
});

test('a word of the texts is no name unless it sounds exactly like one', () => {
  expect(read('эклипс кросс').vehicleRanks).not.toBeNull();
  expect(read('кайенн', new Set(['кайенн']))).toMatchObject({ vehicleRanks: null, words: ['кайенн'] });
  expect(read('форестер', new Set(['форестер'])).vehicleRanks?.[0]?.map(nameOf)).toEqual(['Subaru Forester']);
});

/** Makes by rule alone: the word lists have others. */
test('finds makes that no word list has', () => {
  const found = Object.entries({
    'Aston Martin': 'астон мартин, أستون مارتن, アストンマーティン',
    'Alfa Romeo': 'ألفا روميو, 알파로메오, आल्फा रोमियो',
    Ferrari: 'フェラーリ, 페라리, फेरारी',
    Lamborghini: 'ランボルギーニ',
    Maserati: 'مازيراتي, マセラティ, 마세라티',
    Lincoln: 'لينكولن',
    Polestar: 'полестар, بولستار, 폴스타',
    Rivian: 'ривиан, ريفيان, リビアン, 리비안',
    Lotus: 'лотус, 로터스',
    Denza: 'денза, دينزا, デンザ',
    Roewe: 'роеве',
    Maxus: 'максус',
    Wuling: 'вулинг',
    Baojun: 'баоджун',
    Hozon: 'хозон',
    Skywell: 'скайвелл, سكاي ويل',
    Forthing: 'фортинг',
  }).flatMap(([make, words]) =>
    makes.some(({ name }) => name === make)
      ? words.split(', ').map((word) => [word, read(word).vehicleRanks?.[0]?.map(nameOf)[0] === make] as const)
      : [],
  );
  const missed = found.filter(([, isFound]) => !isFound).map(([word]) => word);
  expect(missed).toEqual([]);
});
