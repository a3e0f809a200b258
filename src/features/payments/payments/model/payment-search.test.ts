import { expect, test } from 'vitest';
import { readTradeSearch } from './payment-search.ts';

test.each([
  ['4711', { by: 'id', id: 4711 }],
  ['CQ-000042', { by: 'order', id: 42 }],
  ['cq42', { by: 'order', id: 42 }],
  ['cq-k7m2p9', { by: 'reference', reference: 'CQ-K7M2P9' }],
  ['TR17', { by: 'transaction', pattern: 'TR17%' }],
  ['1764000000000', { by: 'transaction', pattern: 'TR1764000000000%' }],
  ['Amina_O%', { by: 'words', pattern: '%amina\\_o\\%%', vin: 'AMINA_O%' }],
  ['lgxce6cd2l0000017', { by: 'words', pattern: '%lgxce6cd2l0000017%', vin: 'LGXCE6CD2L0000017' }],
])('reads %s', (text, search) => {
  expect(readTradeSearch(text)).toEqual(search);
});
