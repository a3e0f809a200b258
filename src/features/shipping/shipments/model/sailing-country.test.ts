import { expect, test } from 'vitest';
import { countryOfSailing } from './port.ts';

test.each([
  ['nowhere that is known', null, 'KE', 'KE'],
  ['the country of the port', 'KE', 'KE', 'KE'],
  ['another country with ports of its own', 'NG', 'KE', 'KE'],
  ['a country without a port', 'UG', 'KE', 'UG'],
  ['a member of the union of the port', 'DE', 'NL', 'DE'],
  ['a member of the union without a port', 'AT', 'SI', 'AT'],
  ['a union that the port is not in', 'DE', 'GB', 'GB'],
])('a car that goes to %s is assessed where it is imported', (_, goesTo, port, country) => {
  expect(countryOfSailing(goesTo, port)).toBe(country);
});
