import { expect, test } from 'vitest';
import { type ExportGoods, missingFacts, UNKNOWN_GOODS } from './export-goods.ts';
import { goodsForm } from './export-paper-contract.ts';

const CAR = { vin: 'LGXCE4CB0N0123456', isElectric: false, loadingPort: 'CNNSA' };
const GOODS: ExportGoods = {
  hsCode: '870380',
  engineNumber: 'TZ204XYP123',
  origin: 'CN',
  weightKg: 1_920,
  lengthMm: 4_455,
  widthMm: 1_875,
  heightMm: 1_615,
};

test('names exactly the unknown facts', () => {
  expect(missingFacts(GOODS, CAR)).toEqual([]);
  expect(missingFacts(UNKNOWN_GOODS, { vin: null, isElectric: false, loadingPort: null })).toEqual([
    'vin',
    'hs_code',
    'engine_number',
    'origin',
    'weight',
    'size',
    'loading_port',
  ]);
});

test('an electric car needs no engine number', () => {
  expect(missingFacts({ ...GOODS, engineNumber: null }, { ...CAR, isElectric: true })).toEqual([]);
  expect(missingFacts({ ...GOODS, engineNumber: null }, CAR)).toEqual(['engine_number']);
});

const BODY = { ...{ hs_code: '870380', engine_number: 'TZ204', origin: 'CN', weight_kg: 1_920 }, seen: null };
const SIZE = { length_mm: 4_455, width_mm: 1_875, height_mm: 1_615 };

test.each([
  ['all facts', { ...BODY, ...SIZE }, true],
  ['an HS code with dots, as tariffs print it', { ...BODY, ...SIZE, hs_code: '8703.80' }, true],
  ['an HS code of 5 digits', { ...BODY, ...SIZE, hs_code: '87038' }, false],
  ['a part of the size', { ...BODY, ...SIZE, width_mm: null }, false],
  ['no size', { ...BODY, length_mm: null, width_mm: null, height_mm: null }, true],
  ['a weight of 5 kg', { ...BODY, ...SIZE, weight_kg: 5 }, false],
  ['a country that does not exist', { ...BODY, ...SIZE, origin: 'XX' }, false],
])('the form takes or refuses %s', (_what, body, isTaken) => {
  expect(goodsForm.safeParse(body).success).toBe(isTaken);
});
