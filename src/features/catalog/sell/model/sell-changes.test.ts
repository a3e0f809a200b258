import { expect, test } from 'vitest';
import { EMPTY_VALUES } from '#features/catalog/listings/model/listing-form.ts';
import { changedFields, changesIdentity, sameContent } from './sell-changes.ts';
import { EMPTY_CONTENT } from './sell-draft.ts';

const car = { ...EMPTY_VALUES, make: 'BYD', price: '12000', mileage: '45000' };

test('ignores differences in notation', () => {
  expect(changedFields(car, { ...car, price: '12,000.00', mileage: ' 45,000 ', make: 'BYD ' })).toEqual([]);
  expect(changedFields(car, { ...car, price: '12,001' })).toEqual(['price']);
  expect(changedFields(car, { ...car, extraFeatures: { ...car.extraFeatures, gps: true } })).toEqual(['extraFeatures']);
});

test('changes to price, identity and photos need a new review, others do not', () => {
  const content = (values: typeof car, keys = ['a', 'b']) => ({ values, photos: keys.map((key) => ({ key })) });
  const renotated = { price: '12,000.00', mileage: '45,000', make: 'BYD ' };
  const fine = { ...car, ...renotated, description: 'Fine.', location: 'Shanghai' };
  expect(changesIdentity(content(car), content(fine, ['b', 'a']))).toBe(false);
  const vin = 'LGXCE6CB0R0123456';
  for (const change of [{ price: '1' }, { mileageUnit: 'mi' as const }, { vin }, { RentSell: 'Rent' as const }]) {
    expect(changesIdentity(content(car), content({ ...car, ...change }))).toBe(true);
  }
  for (const keys of [['a'], ['a', 'c'], ['a', 'b', 'c'], []]) {
    expect(changesIdentity(content(car), content(car, keys))).toBe(true);
  }
});

test('detects changed photos and report', () => {
  const photo = { key: 'a', url: '/media/a', placeholder: null };
  expect(sameContent(EMPTY_CONTENT, { ...EMPTY_CONTENT, photos: [photo] })).toBe(false);
  expect(sameContent(EMPTY_CONTENT, { ...EMPTY_CONTENT, report: { key: 'r', name: 'r.pdf' } })).toBe(false);
  expect(
    sameContent({ ...EMPTY_CONTENT, photos: [photo] }, { ...EMPTY_CONTENT, photos: [{ ...photo, placeholder: 'x' }] }),
  ).toBe(true);
});
