import { expect, test } from 'vitest';
import { catalog } from '#content/catalog/catalog.ts';
import type { Narrowing } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { completionsOf } from '../completions.ts';
import { readingsOf } from '../resolve-query.ts';
import { buildVocabulary, wordKey } from '../vocabulary.ts';
import { placeWords } from './place-words.ts';

const makes = catalog.map(({ name, aliases }, index) => ({ id: index + 1, name, aliases }));
const models = catalog
  .flatMap((make, index) => make.models.map((model) => ({ ...model, makeId: index + 1 })))
  .map(({ name, aliases, makeId }, index) => ({ id: index + 1, makeId, name, aliases }));
const vocabulary = buildVocabulary(makes, models);

function read(query: string) {
  const {
    understood: _understood,
    dropped: _dropped,
    vehicleRanks,
    ...criteria
  } = readingsOf(query, vocabulary, 2027, new Set())[0]!;
  return { ...criteria, ...(vehicleRanks && { vehicleRanks }) };
}

test.each<[criteria: Narrowing, ...names: string[]]>([
  [
    { province: ['Shanghai'] },
    ...[
      'Shanghai',
      '上海',
      '上海市',
      'Шанхай',
      'в Шанхае',
      'из Шанхая',
      'شنغهاي',
      'شنجهاي',
      'Xangai',
      'Changhaï',
      'Shanghái',
    ],
    ...['शंघाई', '상하이', '상해', 'シャンハイ', 'Σαγκάη', 'เซี่ยงไฮ้', 'shangai'],
  ],
  [
    { city: ['Guangzhou'] },
    ...[
      'Guangzhou',
      '广州',
      '廣州',
      '広州',
      '广州市',
      'Гуанчжоу',
      'Кантон',
      'Cantón',
      'Cantão',
      'Kanton',
      '광저우',
      'غوانزو',
    ],
    ...['ग्वांगझू', 'กวางโจว', 'guangzou', 'Guangzhou city'],
  ],
  [
    { city: ['Shenzhen'] },
    'Shenzhen',
    '深圳',
    'Шэньчжэнь',
    'Шеньчжень',
    'в Шэньчжэне',
    'شنجن',
    '선전',
    '深セン',
    'शेनझेन',
  ],
  [
    { province: ['Beijing'] },
    'Beijing',
    '北京',
    'Пекин',
    'в Пекине',
    'Pekín',
    'Pékin',
    'Pequim',
    'بكين',
    '베이징',
    'बीजिंग',
  ],
  [{ province: ['Chongqing'] }, '重慶', '重庆', 'Чунцин', '충칭', 'تشونغتشينغ'],
  [{ province: ['Hong Kong'] }, '香港', 'Hongkong', 'Гонконг', '홍콩', 'هونغ كونغ', 'हांगकांग'],
  [{ province: ['Taiwan'] }, '臺灣', '台灣', '台湾', 'Тайвань', 'Taïwan', '대만'],
  [{ province: ['Guangdong'] }, '廣東', '广东省', 'Гуандун', 'в Гуандуне', '광둥', 'Guangdong province'],
  [{ province: ['Inner Mongolia'] }, '内蒙古', '內蒙古自治區', 'Внутренняя Монголия', 'Mongolie intérieure', '내몽골'],
  [{ province: ['Xinjiang'] }, '新疆維吾爾自治區', 'Синьцзян', '신장', 'شينجيانغ'],
  [{ city: ['Qingdao'] }, '青島', 'Tsingtao', 'Циндао', '칭다오', 'تشينغداو'],
  [{ city: ["Xi'an"] }, '西安', "Xi'an", 'Xian', 'Сиань', '시안', 'شيان'],
  [{ city: ['Urumqi'] }, '烏魯木齊', 'Ürümqi', 'Урумчи', '우루무치'],
  [{ province: ['Guangdong'], city: ['Shenzhen'] }, '廣東省深圳市', 'Shenzhen, Guangdong'],
])('reads %j from its names', (criteria, ...names) => {
  for (const name of names) expect([name, read(name)]).toEqual([name, criteria]);
});

test('a Chinese name says which of two cities is meant, a Latin one means both', () => {
  expect(read('泰州')).toEqual({ city: ['Taizhou'], province: ['Jiangsu'] });
  expect(read('台州')).toEqual({ city: ['Taizhou'], province: ['Zhejiang'] });
  expect(read('Taizhou')).toEqual({ city: ['Taizhou'] });
});

test.each<[query: string, criteria: Narrowing]>([
  ['suv in Guangzhou', { carType: ['suv'], city: ['Guangzhou'] }],
  ['Shanghai or Guangzhou', { city: ['Shanghai', 'Guangzhou'] }],
  ['Guangzhou or Shenzhen', { city: ['Guangzhou', 'Shenzhen'] }],
  ['Guangdong or Zhejiang', { province: ['Guangdong', 'Zhejiang'] }],
  ['suv -shanghai', { carType: ['suv'], excludedValues: [{ filter: 'province', values: ['Shanghai'] }] }],
])('reads %j', (query, criteria) => {
  expect(read(query)).toEqual(criteria);
});

test('suggests a place while its name is typed', () => {
  const suggested = (typed: string) => {
    const completions = completionsOf(typed, vocabulary, 2027)?.completions ?? [];
    return [...new Set(completions.flatMap(({ meaning }) => (meaning.kind === 'filter' ? meaning.values : [])))];
  };
  for (const typed of ['guangzh', 'гуанчж', '광저', '廣州', 'cantó'])
    expect([typed, suggested(typed)]).toEqual([typed, ['Guangzhou']]);
});

test('no name of a place is that of another place or of a filter', () => {
  const shared = placeWords().filter(({ word, filter, value }) =>
    (vocabulary.meanings.get(wordKey(word)) ?? []).some(
      (meaning) => meaning.kind !== 'filter' || (meaning.filter === filter && !meaning.values.includes(value)),
    ),
  );
  // A model of Maxus, and two cities with the same name in Hangul.
  expect([...new Set(shared.map(({ word }) => word))]).toEqual(['창저우', 'Datong']);
});
