import { expect, test } from 'vitest';
import { readSentValues } from './sell-changes.ts';

test('reads options in any letter case', () => {
  const sent = {
    RentSell: 'sell',
    mileageUnit: 'KM',
    carType: 'Sedan',
    fuelType: 'Petrol',
    transmission: 'Semi-Automatic',
    condition: 'excellent',
    make: 'BYD',
  };
  expect(readSentValues(sent)).toEqual({
    RentSell: 'Sell',
    mileageUnit: 'km',
    carType: 'sedan',
    fuelType: 'petrol',
    transmission: 'semi-automatic',
    condition: 'Excellent',
    make: 'BYD',
  });
});

test('leaves words that are no option, and values that are no text, to the form', () => {
  const sent = { carType: 'boat', fuelType: 7, condition: '' };
  expect(readSentValues(sent)).toEqual(sent);
});

test.each([
  ['Electric', '0', ''],
  ['electric', '', ''],
  ['electric', '150', '150'],
  ['petrol', '0', '0'],
])('the engine of a car with fuel %j sent as %j is read as %j', (fuelType, engine, read) => {
  expect(readSentValues({ fuelType, engine }).engine).toBe(read);
});
