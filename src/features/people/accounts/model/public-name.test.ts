import { expect, test } from 'vitest';
import { HOSTILE_TEXTS, PEOPLE } from '../../../../../tests/fixtures/names.ts';
import { publicName } from './public-name.ts';

test.each([
  ['Amina Wanjiru', 'Amina W.'],
  ['Amina Wanjiru Otieno', 'Amina O.'],
  ['Amina', 'Amina'],
  [' Chen  wei ', 'Chen W.'],
  ['Dr. Amina Otieno', 'Amina O.'],
  ['Dr', 'Dr'],
  ['Amina (Otieno)', 'Amina O.'],
  ['Amina 🚗', 'Amina'],
  ['🚗 Amina Otieno 😀', 'Amina O.'],
  ['Ọmọ́tọ́lá Ọ̀gbọ́nnà', 'Ọmọ́tọ́lá Ọ̀.'],
  ['Ксения ёлкина', 'Ксения Ё.'],
  ['فاطمة الزهراء', 'فاطمة ا.'],
  ['सुषमा क्षीरसागर', 'सुषमा क्.'],
  ['王小明', '王…'],
  ['김민준', '김…'],
  ['王 小明', '王 小.'],
  ['田中 太郎', '田中 太.'],
  ['amina.otieno@buyers.example', '…'],
  ['Amina amina.otieno@buyers.example', 'Amina'],
  ['0712 345 678', '…'],
  ['Amina 0712345678', 'Amina'],
  ['😀', '…'],
])('shows the person %j as %j', (name, shown) => {
  expect(publicName(name)).toBe(shown);
});

test.each([
  'Quayside Demo Motors',
  'Guangzhou Star Auto Trading Co., Ltd.',
  '广州星海汽车有限公司',
  'ООО Восток',
  'شركة النور للسيارات',
])('shows the company %j in full', (name) => {
  expect(publicName(name)).toBe(name);
});

test('leaves the number and the address out of the name of a company', () => {
  expect(publicName('Star Motors 0712345678 star@dealers.example')).toBe('Star Motors');
});

test.each(['Carson Motorola', 'Autumn Groupe', 'Maria Co'])('treats %j as a person', (name) => {
  expect(publicName(name)).toMatch(/^\S+ \S\.$/);
});

test('shows no name of a person in full if it has several words', () => {
  for (const name of PEOPLE.filter((each) => each.trim().includes(' '))) expect(publicName(name), name).not.toBe(name);
  for (const text of HOSTILE_TEXTS) expect(publicName(text), text).not.toBe('');
});
