import { expect, test } from 'vitest';
import { bodyOf, fieldsOfValues, NEW_VALUES, valuesOfFields } from './admin-listing-form.ts';

const values = {
  ...NEW_VALUES,
  user_id: '7',
  make: 'BYD',
  certified: true,
  extraFeatures: { gps: true, sunroof: false, leatherSeats: false, backupCamera: true },
};

test('round-trips values through the form', () => {
  const flat = fieldsOfValues(values);
  expect(flat).toMatchObject({ make: 'BYD', certified: 'on', 'extraFeatures.gps': 'on', 'extraFeatures.sunroof': '' });
  expect(valuesOfFields(flat)).toEqual(values);
});

test('reads a missing checkbox as false', () => {
  const { certified: _, 'extraFeatures.gps': __, ...ticked } = fieldsOfValues(values);
  expect(valuesOfFields(ticked)).toMatchObject({ certified: false, extraFeatures: { gps: false, backupCamera: true } });
});

test('nests tax and fee in the body and omits contact details', () => {
  const body = bodyOf(values);
  expect(body).toMatchObject({ make: 'BYD', priceBreakdown: { taxRate: '0.08', registrationFee: '300' } });
  for (const absent of ['taxRate', 'registrationFee', 'contactMethods', 'availability'])
    expect(body).not.toHaveProperty(absent);
});
