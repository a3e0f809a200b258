import { expect, test } from 'vitest';
import { guessCountry } from './guess-country.ts';

const ZONES: Record<string, string[]> = { KE: ['Africa/Nairobi'], TZ: ['Africa/Nairobi'], AE: ['Asia/Dubai'] };
const guess = (timeZone: string, ...languages: string[]) =>
  guessCountry({ languages, timeZone, zonesOf: (country) => ZONES[country] ?? [] });

test.each([
  ['the only country of the time zone', guess('Asia/Dubai', 'en-US'), 'AE'],
  ['the language decides between countries of one zone', guess('Africa/Nairobi', 'sw-TZ', 'en'), 'TZ'],
  ['several countries and no language: no guess', guess('Africa/Nairobi', 'en-US'), null],
  ['the time zone comes before another language', guess('Asia/Dubai', 'ru-RU'), 'AE'],
  ['without a known zone, the region of a language', guess('UTC', 'en-US', 'fr-SN'), 'SN'],
  ['a language that is used everywhere says nothing', guess('UTC', 'en-US', 'en-GB'), null],
  ['a language without a region says nothing', guess('UTC', 'sw'), null],
  ['a script between language and region', guess('UTC', 'uz-Latn-UZ'), 'UZ'],
  ['an unknown country', guess('Antarctica/Troll', 'en-AQ'), null],
])('%s', (_, found, expected) => {
  expect(found).toBe(expected);
});
