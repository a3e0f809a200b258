import { expect, test } from 'vitest';
import { isSameId, isSameName } from './fold-name.ts';

test.each([
  ['Kamau Imports Ltd', 'KAMAU IMPORTS LIMITED'],
  ['Kamau Imports', 'Imports, Kamau'],
  ['José Álvarez', 'jose alvarez'],
  ['Ivan Petrov', 'Иван Петров'],
  ['Ivan Petrov', 'Ivаn Petrоv'],
  ['Müller Straße', 'MULLER STRASSE'],
  ['Alexander Kowalski', 'Alexander Kowalsky'],
  ['广州汽车贸易', '广州汽车贸易'],
  ['Ｋａｍａｕ Imports', 'Kamau Imports'],
  ['Kamau Imports', 'Kamau Imports Nairobi Branch'],
])('%s is %s', (watched, name) => {
  expect(isSameName(watched, name)).toBe(true);
});

test.each([
  ['Li Na', 'Li Ma'],
  ['Kamau', 'Kamau Imports'],
  ['John Smith', 'Jane Smith'],
  ['Kamau Imports', 'Kariuki Imports'],
  ['Ltd', 'Kamau Ltd'],
  ['', 'Kamau'],
  ['Kamau', ''],
])('%s is not %s', (watched, name) => {
  expect(isSameName(watched, name)).toBe(false);
});

test('compares identity numbers without spaces and case', () => {
  expect(isSameId('p 0512-34567x', 'P051234567X')).toBe(true);
  expect(isSameId('P051234567X', 'P051234567Y')).toBe(false);
  expect(isSameId('', '')).toBe(false);
  expect(isSameId('1234', '1234')).toBe(false);
});
