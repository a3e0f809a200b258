import { expect, test } from 'vitest';
import { fitsHeader, readMailbox } from './mail-address.ts';

test.each(['a\r\nBcc: b', 'a\nb', 'a\u2028b', 'a\u0000b', 'a\ud800b'])('%j does not fit into a header', (text) => {
  expect(fitsHeader(text)).toBe(false);
  expect(readMailbox(`${text} <cars@house.example>`)).toBeNull();
});

test('a name in any script fits into a header', () => {
  expect(fitsHeader('广州车行 – Müller')).toBe(true);
  expect(readMailbox('广州车行 <cars@house.example>')).toEqual({ name: '广州车行', address: 'cars@house.example' });
});
