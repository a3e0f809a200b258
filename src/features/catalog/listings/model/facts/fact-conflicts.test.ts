import { expect, test } from 'vitest';
import { differsFromModelYear, factConflicts } from './fact-conflicts.ts';

const TODAY = '2026-11-23';

test.each([
  ['nothing known', {}, {}],
  [
    'hours and a place of a car for rent',
    { RentSell: 'Rent', rentalPickUpHour: '9', rentalReturnHour: 10, rentalPlace: 'Gate 4' },
    {},
  ],
  [
    'hours of a car for sale',
    { RentSell: 'Sell', rentalPickUpHour: '9', rentalReturnHour: '10', rentalPlace: 'Gate 4' },
    {
      rentalPickUpHour: 'sell.conflict.forSale',
      rentalReturnHour: 'sell.conflict.forSale',
      rentalPlace: 'sell.conflict.forSale',
    },
  ],
  [
    'a pick-up without a return',
    { RentSell: 'Rent', rentalPickUpHour: '0' },
    { rentalReturnHour: 'sell.conflict.bothHours' },
  ],
  [
    'a return without a pick-up',
    { RentSell: 'Rent', rentalReturnHour: '24' },
    { rentalPickUpHour: 'sell.conflict.bothHours' },
  ],
  [
    'a return at the hour of the pick-up',
    { RentSell: 'Rent', rentalPickUpHour: 9, rentalReturnHour: 9 },
    { rentalReturnHour: 'sell.conflict.returnHour' },
  ],
  ['this month', { productionMonth: '2026-11', firstRegistrationMonth: '2026-11' }, {}],
  ['a production in the future', { productionMonth: '2026-12' }, { productionMonth: 'sell.conflict.future' }],
  [
    'a registration in the future',
    { firstRegistrationMonth: '2026-12' },
    { firstRegistrationMonth: 'sell.conflict.future' },
  ],
  ['a registration in the month of production', { productionMonth: '2021-03', firstRegistrationMonth: '2021-03' }, {}],
  [
    'a registration before the production',
    { productionMonth: '2021-03', firstRegistrationMonth: '2021-02' },
    { firstRegistrationMonth: 'sell.conflict.beforeProduction' },
  ],
  ['the year before the model year', { year: '2022', productionMonth: '2021-01' }, {}],
  ['the year after the model year', { year: 2022, productionMonth: '2023-12' }, {}],
  [
    'two years before the model year',
    { year: '2023', productionMonth: '2021-12' },
    { productionMonth: 'sell.conflict.productionYear' },
  ],
  [
    'a measurement tomorrow',
    { fuelType: 'electric', batteryHealthDate: '2026-11-24' },
    { batteryHealthDate: 'sell.conflict.future' },
  ],
  ['a measurement today', { fuelType: 'electric', batteryHealthDate: TODAY }, {}],
  [
    'a measurement before the production',
    { fuelType: 'hybrid', productionMonth: '2024-05', batteryHealthDate: '2024-04-30' },
    { batteryHealthDate: 'sell.conflict.beforeProduction' },
  ],
  ['a battery of a petrol car', { fuelType: 'petrol', batteryKwh: '60' }, { batteryKwh: 'sell.conflict.fuel' }],
  ['a battery of a car without fuel', { fuelType: '', chargePort: 'gbt' }, { chargePort: 'sell.conflict.fuel' }],
  ['a battery of a hybrid', { fuelType: 'hybrid', batteryKwh: 18.3, chargePort: 'gbt' }, {}],
])('%s', (_name, facts, conflicts) => {
  expect(factConflicts(facts, TODAY)).toEqual(conflicts);
});

test('warns if the production year is not the model year', () => {
  expect(differsFromModelYear({ year: '2022', productionMonth: '2021-12' })).toBe(true);
  expect(differsFromModelYear({ year: '2022', productionMonth: '2022-01' })).toBe(false);
  expect(differsFromModelYear({ year: '2022', productionMonth: '2021' })).toBe(false);
  expect(differsFromModelYear({ year: '', productionMonth: '2021-12' })).toBe(false);
});
