import { expect, test } from 'vitest';
import { CHINA } from '#content/places/china.ts';
import { cyrillicOf, hangulOf, pinyinOf, russianCases } from './pinyin.ts';

test.each([
  ['Shanghai', 'шанхай', '상하이'],
  ['Guangzhou', 'гуанчжоу', '광저우'],
  ['Shenzhen', 'шэньчжэнь', '선전'],
  ["Xi'an", 'сиань', '시안'],
  ['Tianjin', 'тяньцзинь', '톈진'],
  ['Chongqing', 'чунцин', '충칭'],
  ['Qingdao', 'циндао', '칭다오'],
  ['Dalian', 'далянь', '다롄'],
  ['Ningbo', 'нинбо', '닝보'],
  ['Wuhan', 'ухань', '우한'],
  ['Xiamen', 'сямэнь', '샤먼'],
  ['Zhengzhou', 'чжэнчжоу', '정저우'],
  ['Suzhou', 'сучжоу', '쑤저우'],
  ['Xinjiang', 'синьцзян', '신장'],
  ['Yunnan', 'юньнань', '윈난'],
  ['Shandong', 'шаньдун', '산둥'],
  ['Guangxi', 'гуанси', '광시'],
  ['Yiwu', 'иу', '이우'],
  ['Sichuan', 'сычуань', '쓰촨'],
])('writes %s in Cyrillic letters and in Hangul', (name, cyrillic, hangul) => {
  const syllables = pinyinOf(name)!;
  expect([cyrillicOf(syllables), hangulOf(syllables)]).toEqual([cyrillic, hangul]);
});

test('splits the names of all places except those that are not pinyin', () => {
  const names = CHINA.flatMap(([province, , cities]) => [
    province,
    ...cities.split(', ').flatMap((city) => (city === '' ? [] : [city.split(' ')[0]!])),
  ]);
  const others = names.filter((name) => pinyinOf(name) === null);
  const known = `Hong Kong,Kaohsiung,Taichung,Inner Mongolia,Hohhot,Ordos,Erenhot,Hulunbuir,Harbin,Qiqihar,Tibet,Lhasa,Shigatse,Golmud,Urumqi,Kashgar,Khorgos,Korla,Karamay`;
  expect(others).toEqual(known.split(','));
});

test('returns the cases of a Russian name', () => {
  expect(russianCases('Шанхай')).toEqual(['Шанхай', 'Шанхае', 'Шанхая']);
  expect(russianCases('Далянь')).toEqual(['Далянь', 'Даляни', 'Даляне', 'Даляня']);
  expect(russianCases('Гуанчжоу')).toEqual(['Гуанчжоу']);
});
