import { expect, test } from 'vitest';
import { identityIn, publicIdentityIn } from './identity-words.ts';

test.each([
  ['12', { id: 12 }],
  [' #2022 ', { id: 2022 }],
  ['2022', null],
  ['2099', { id: 2099 }],
  ['0', null],
  ['1234567890123456', null],
  ['lgxce4cb5p0123456', { vin: 'LGXCE4CB5P0123456' }],
  ['BYD Seal', null],
  ['seal', null],
  ['%', null],
  ['', null],
])('%j identifies %j', (typed, identity) => {
  expect(identityIn(typed, 2027)).toEqual(identity);
});

test.each([
  ['#12', { id: 12 }],
  ['12', null],
  ['3008', null],
  ['lgxce4cb5p0123456', { vin: 'LGXCE4CB5P0123456' }],
  ['LGXCE4CB5P012345', null],
  ['LGXCE4CB5P0123456 BYD', null],
  ['#', null],
])('the public search %j identifies %j', (typed, identity) => {
  expect(publicIdentityIn(typed)).toEqual(identity);
});
