import { expect, test } from 'vitest';
import { identityIn, possibleStockIn, publicIdentityIn } from './identity-words.ts';

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
  ['stock no. TC-1', { stock: 'TC1' }],
  ['Stock: gz 0042/b', { stock: 'GZ0042B' }],
  ['ref #10243', { stock: '10243' }],
  ['stock photos', null],
])('the public search %j identifies %j', (typed, identity) => {
  expect(publicIdentityIn(typed)).toEqual(identity);
});

test.each([
  ['TC-1', 'TC1'],
  ['gz_0042.b', 'GZ0042B'],
  ['10243', '10243'],
  ['#10243', '10243'],
  ['粤A-1024', '粤A1024'],
  ['1', null],
  ['camry', null],
  ['one two three four five 6', null],
])('%j may be the stock number %j', (typed, stock) => {
  expect(possibleStockIn(typed)).toBe(stock);
});

test('spaces between the words of a stock number are read at once', () => {
  const start = process.cpuUsage();
  expect(publicIdentityIn(`lot${' '.repeat(20_000)}1!`)).toBeNull();
  expect(publicIdentityIn(`lot no.  ${' '.repeat(20_000)}TC-1`)).toEqual({ stock: 'TC1' });
  expect(process.cpuUsage(start).user / 1_000).toBeLessThan(200);
});
