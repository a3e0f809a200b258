import { getCountries } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { expect, test } from 'vitest';
import { PHONE_COUNTRIES } from '#lib/phones/phone-countries.ts';
import { countryOfPhone, phoneFields, phoneNumber, writtenPhone } from './phone-number.ts';

/** Countries of buyers: Africa, the Gulf and Middle East, Central Asia, the Caucasus, Southeast Asia, Latin America and Europe. */
const BUYERS =
  'KE UG TZ RW BI ET NG GH CI SN CM CD CG GA AO ZM ZW MW MZ BW NA ZA LS SZ MG MU SC DJ SO SS SD EG LY TN DZ MA ML BF NE TD ' +
  'AE SA OM QA KW BH JO IQ LB YE IR TR RU KZ UZ KG TJ TM MN AM AZ GE BY UA PK BD LK NP MM TH KH LA VN MY SG ID PH CN ' +
  'MX GT HN CR PA CO PE BO CL PY DO JM TT GB DE FR PL CY MT JP KR IL AU NZ US CA BR AR';
type Country = Parameters<typeof countryOf>[0];
const countryOf = (country: keyof typeof examples) => country;

test.each(BUYERS.split(' ') as Country[])('a mobile number of %s is stored as E.164', (country) => {
  const national = String(examples[country]);
  const stored = phoneNumber(national, [country]);
  expect(stored).toMatch(/^\+[1-9]\d{6,14}$/);
  const written = writtenPhone(stored ?? '');
  expect(written).toMatch(/^\+\d[\d -]+$/);
  for (const typed of [written, stored ?? '', written.replace('+', '00'), written.replace(' ', ' (0) ')])
    expect(phoneNumber(typed, ['FR']), typed).toBe(stored);
  expect(phoneNumber(national), 'without a country').not.toBeNull();
});

test('every country of the choice has numbers', () => {
  expect(PHONE_COUNTRIES).toEqual(getCountries());
});

test.each([
  ['0712 345 678', ['KE'], '+254712345678'],
  ['0712 345 678', ['UG'], '+256712345678'],
  ['712345678', ['KE'], '+254712345678'],
  ['0803 123 4567', ['KE', 'NG'], '+2348031234567'],
  ['0712 345 678', ['EU'], '0712345678'],
  ['254712345678', [], '+254712345678'],
  ['8613800138000', [], '+8613800138000'],
  ['13812345678', [], '13812345678'],
  ['13812345678', ['CN'], '+8613812345678'],
  ['08031234567', [], '08031234567'],
  ['0712345678', [], '0712345678'],
  ['+254 0712 345 678', [], '+254712345678'],
  ['+39 06 1234 5678', [], '+390612345678'],
])('stores %s with the countries %j as %s', (typed, countries, stored) => {
  expect(phoneNumber(typed, countries)).toBe(stored);
});

test.each(['12345', '+0712345678', '+999 712 345 678', '+254 71', '+1234567890123456', '999999999999999'])(
  '%s is no phone number',
  (typed) => {
    expect(phoneNumber(typed, ['KE'])).toBeNull();
  },
);

test('a number that was stored with a 0 after the country code is repaired when it is shown', () => {
  const fields = phoneFields('+2540712345678');
  expect(fields).toEqual({ mobile: '+254712345678', mobileWritten: '+254 712 345678' });
  expect(phoneFields('0712345678')).toEqual({ mobile: '0712345678', mobileWritten: '0712345678' });
  expect(phoneFields(null)).toEqual({ mobile: null, mobileWritten: null });
});

test('only a number with its country code has a country', () => {
  expect([countryOfPhone('+254712345678'), countryOfPhone('0712345678')]).toEqual(['KE', null]);
});

test('the 1 in mobile numbers of Mexico before 2019 is left out', () => {
  expect(phoneNumber('+52 1 55 1234 5678')).toBe('+525512345678');
  expect(phoneNumber('+52 55 1234 5678')).toBe('+525512345678');
});
