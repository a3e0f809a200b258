import { expect, test } from 'vitest';
import { COUNTRIES, portsOf } from '#features/customs/import-rules/model/ports.ts';
import { readDestination, withDestination, writeDestination } from './destination.ts';

test.each([
  'KE',
  'KE-KEMBA',
  'KE-KELAU-company',
  'UG',
  'UG-returning',
  'UG_Kampala',
  'KE-KEMBA-company_Nairobi',
  'TZ_Dar es Salaam',
])('writes %s the way it was read', (text) => {
  const destination = readDestination(text);
  expect(destination && writeDestination(destination)).toBe(text);
});

test('a private person imports unless another buyer is named', () => {
  expect(readDestination('KE-KEMBA')).toEqual({ country: 'KE', port: 'KEMBA', city: null, buyer: 'person' });
  expect(readDestination('KE-dealer')).toEqual({ country: 'KE', port: null, city: null, buyer: 'dealer' });
});

test.each([null, '', 'ke', 'KEN', 'KE-kemba', 'KE-KEMBA-thief', 'KE KEMBA', '<b>'])('returns null for %j', (text) => {
  expect(readDestination(text)).toBeNull();
});

test('drops what cannot be the name of a city, and keeps the rest', () => {
  for (const text of ['UG_', 'UG_<b>', 'UG_a_b', 'UG_1', 'UG_ Kampala', `UG_${'a'.repeat(81)}`])
    expect(readDestination(text), text).toEqual({ country: 'UG', port: null, city: null, buyer: 'person' });
});

test('an address keeps a city with a space', () => {
  const destination = readDestination('TZ-TZDAR_Dar es Salaam')!;
  const address = withDestination('/explore?body=SUV', destination);
  expect(address).toBe('/explore?body=SUV&to=TZ-TZDAR_Dar+es+Salaam');
  expect(readDestination(new URL(address, 'https://a.example').searchParams.get('to'))).toEqual(destination);
});

test('every port has a unique code and a name', () => {
  const ports = COUNTRIES.flatMap(portsOf);
  expect(ports.length).toBeGreaterThan(200);
  expect(ports.filter(({ code, name }) => !/^[A-Z]{2}[A-Z0-9]{3}$/.test(code) || name === '')).toEqual([]);
  expect(new Set(ports.map(({ code }) => code)).size).toBe(ports.length);
});
