import { expect, test } from 'vitest';
import { carTimeZone } from './rental-offer.ts';

test.each([
  [null, 'Asia/Shanghai'],
  ['', 'Asia/Shanghai'],
  ['Urumqi, Xinjiang', 'Asia/Shanghai'],
  ['Mombasa', 'Africa/Nairobi'],
  ['Near the port, MOMBASA (Kenya)', 'Africa/Nairobi'],
  ['Mombasaville', 'Asia/Shanghai'],
  ['Lagos, Nigeria', 'Africa/Lagos'],
  ['Port au Prince', 'America/Port-au-Prince'],
  ['Port-of-Spain', 'America/Port_of_Spain'],
  ['Mumbai', 'Asia/Kolkata'],
  ['Hamburg, Germany', 'Europe/Berlin'],
])('the clock of a car in %j is that of %s', (location, zone) => {
  expect(carTimeZone(location)).toBe(zone);
});
