import { expect, test } from 'vitest';
import { EMPTY_VALUES } from '#features/catalog/listings/model/listing-form.ts';
import { addressOfStep, blockedStep, stepOfAddress, stepOfFields } from './sell-steps.ts';

const basics = { make: 'BYD', model: 'Seal', year: '2023', mileage: '100', price: '12000', location: 'Shanghai' };
const search = (text: string) => new URLSearchParams(text);

test('reads the step from the URL, and the first from an invalid value', () => {
  expect(['step=3', '', 'step=0', 'step=5', 'step=x', 'step=1.5'].map((text) => stepOfAddress(search(text)))).toEqual([
    3, 1, 1, 1, 1, 1,
  ]);
});

test('keeps the other parameters in the URL of a step', () => {
  expect(addressOfStep(search('edit=7'), 3)).toBe('?edit=7&step=3');
  expect(addressOfStep(search('step=3&edit=7'), 1)).toBe('?edit=7');
  expect(addressOfStep(search('step=3'), 1)).toBe('');
});

test('stops at the first invalid step', () => {
  expect(blockedStep(EMPTY_VALUES, 1)).toBeNull();
  expect(blockedStep(EMPTY_VALUES, 4)).toMatchObject({ step: 1, problems: { make: 'sell.required' } });
  expect(blockedStep({ ...EMPTY_VALUES, ...basics }, 4)).toBeNull();
  expect(blockedStep({ ...EMPTY_VALUES, ...basics, seatingCapacity: '99' }, 4)).toEqual({
    step: 2,
    problems: { seatingCapacity: 'sell.range.seatingCapacity' },
  });
});

test('finds the step of a field that the server rejected', () => {
  expect(stepOfFields(['description', 'vin'])).toBe(2);
  expect(stepOfFields(['extraFeatures.gps'])).toBe(3);
  expect(stepOfFields(['photos'])).toBe(4);
  expect(stepOfFields(['unheard of'])).toBeNull();
});
