import { expect, test } from 'vitest';
import { COUNTRIES, portsOf } from '#features/customs/import-rules/model/ports.ts';
import { readDestination, writeDestination } from './destination.ts';

test.each(['KE', 'KE-KEMBA', 'KE-KELAU-company', 'UG', 'UG-returning'])('writes %s the way it was read', (text) => {
  const destination = readDestination(text);
  expect(destination && writeDestination(destination)).toBe(text);
});

test('a private person imports unless another buyer is named', () => {
  expect(readDestination('KE-KEMBA')).toEqual({ country: 'KE', port: 'KEMBA', buyer: 'person' });
  expect(readDestination('KE-dealer')).toEqual({ country: 'KE', port: null, buyer: 'dealer' });
});

test.each([null, '', 'ke', 'KEN', 'KE-kemba', 'KE-KEMBA-thief', 'KE KEMBA', '<b>'])('returns null for %j', (text) => {
  expect(readDestination(text)).toBeNull();
});

test('every port has a unique code and a name', () => {
  const ports = COUNTRIES.flatMap(portsOf);
  expect(ports.length).toBeGreaterThan(200);
  expect(ports.filter(({ code, name }) => !/^[A-Z]{2}[A-Z0-9]{3}$/.test(code) || name === '')).toEqual([]);
  expect(new Set(ports.map(({ code }) => code)).size).toBe(ports.length);
});
