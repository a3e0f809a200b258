import { expect, test } from 'vitest';
import { CHINESE_PHRASES } from '#content/phrases/chinese.ts';
import { english as t } from '../../../../../tests/support/messages/english.ts';
import { chinesePhrase, phraseText } from './phrase-text.ts';
import { fitsPhrase, PHRASE_NAMES, PHRASES } from './phrases.ts';

test('each phrase exists in both languages, with the place for its value', () => {
  expect(Object.keys(CHINESE_PHRASES)).toEqual(PHRASE_NAMES);
  expect(PHRASE_NAMES.length).toBeGreaterThanOrEqual(30);
  for (const name of PHRASE_NAMES) expect(CHINESE_PHRASES[name].includes('{value}'), name).toBe(PHRASES[name] !== null);
});

test.each([
  ['thanks', undefined, true],
  ['thanks', '1', false],
  ['priceIs', undefined, false],
  ['priceIs', '0', true],
  ['priceIs', '12000', true],
  ['priceIs', '12.5', false],
  ['priceIs', '1e9', false],
  ['priceIs', '1234567890', false],
  ['mileageIs', '080000', false],
  ['shipsBy', '2028-02-29', true],
  ['shipsBy', '2027-02-29', false],
  ['shipsBy', 'tomorrow', false],
] as const)('%s with %s fits: %s', (phrase, value, fits) => {
  expect(fitsPhrase(phrase, value)).toBe(fits);
});

test('readers see values in their own form, and a blank before one is entered', () => {
  expect(phraseText(t, 'priceIs', '9800')).toBe('The price is $9,800.');
  expect(phraseText(t, 'shipsBy', '2026-12-05')).toBe('Ships by Dec 5, 2026 UTC.');
  expect(phraseText(t, 'priceIs', null)).toBe('The price is ….');
  expect(chinesePhrase('priceIs', '9800')).toBe('价格是 9800 美元。');
});
