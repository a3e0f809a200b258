import { expect, test } from 'vitest';
import { bodyOf, fieldsOfValues, valuesOfFields } from './admin-listing-fields.ts';
import { NEW_VALUES } from './admin-listing-form.ts';

const values = {
  ...NEW_VALUES,
  user_id: '7',
  make: 'BYD',
  certified: true,
  extraFeatures: { gps: true, sunroof: false, leatherSeats: false, backupCamera: true },
};

test('what a form holds is what was put into it', () => {
  const flat = fieldsOfValues(values);
  expect(flat).toMatchObject({ make: 'BYD', certified: 'on', 'extraFeatures.gps': 'on', 'extraFeatures.sunroof': '' });
  expect(valuesOfFields(flat)).toEqual(values);
});

test('a box that is not ticked is not sent, and means no', () => {
  const { certified: _, 'extraFeatures.gps': __, ...ticked } = fieldsOfValues(values);
  expect(valuesOfFields(ticked)).toMatchObject({ certified: false, extraFeatures: { gps: false, backupCamera: true } });
});

test('the call nests tax and fee, and says nothing of how the seller is reached', () => {
  const body = bodyOf(values);
  expect(body).toMatchObject({ make: 'BYD', priceBreakdown: { taxRate: '0.08', registrationFee: '300' } });
  for (const absent of ['taxRate', 'registrationFee', 'contactMethods', 'availability'])
    expect(body).not.toHaveProperty(absent);
});
