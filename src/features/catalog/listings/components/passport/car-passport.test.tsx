import { expect, test } from 'vitest';
import { renderToStaticMarkup } from '../../../../../../tests/support/messages/markup.tsx';
import type { ListingResponse } from '../../model/listing-contract.ts';
import { CarPassport } from './car-passport.tsx';

const car = (facts: object) =>
  ({
    date_updated: '2026-11-20T07:00:00Z',
    images: [{ url: '/media/a' }],
    serviceHistory: { noAccidentHistory: true },
    certificationReport: null,
    ...facts,
  }) as unknown as ListingResponse;
const textOf = (facts: object) =>
  renderToStaticMarkup(<CarPassport car={car(facts)} />)
    .replace(/<[^>]*>/g, '|')
    .replace(/\|+/g, '|');

test('shows each fact with its source and date', () => {
  const text = textOf({
    fuelType: 'electric',
    firstRegistrationMonth: '2023-02',
    firstRegistrationCountry: 'CN',
    batteryHealth: 96,
    batteryHealthMethod: 'diagnostic',
    batteryHealthDate: '2026-10-01',
    chargePort: 'gbt',
    vinFacts: { country: 'CN', years: [2023] },
    catalogFacts: {
      date: '2026-11-01',
      lengthMm: 4650,
      widthMm: 1825,
      heightMm: 1680,
      rangeKm: 401,
      rangeCycle: 'cltc',
    },
  });
  expect(text).toContain('|First registration|February 2023, China|Seller, Nov 20, 2026|');
  expect(text).toContain('|Model year (VIN)|2023|VIN, Nov 20, 2026|');
  expect(text).toContain('|Size|4,650 × 1,825 × 1,680 mm, 14.3 cubic meters|Catalog, Nov 1, 2026|');
  expect(text).toContain('|Electric range|401 km (CLTC)|Catalog, Nov 1, 2026|');
  expect(text).toContain('|State of health|96%, Diagnostic tool|Seller, measured Oct 1, 2026|');
  expect(text).toContain('|Charge port|GB/T|Seller, Nov 20, 2026|');
  expect(text).toContain('|Photos|1 photo|Seller, Nov 20, 2026|');
  expect(text).toContain('Facts from the catalog apply to cars of this model, year and place.');
  expect(text).not.toContain('no battery data');
});

test('lists what is not known in one sentence, and says so of an electric car without battery data', () => {
  const text = textOf({ fuelType: 'electric' });
  expect(text).toContain(
    'Not known: Production month, First registration, Model year (VIN), Country of manufacture, Steering, Power, Size,',
  );
  expect(text).toContain('The seller has given no battery data.');
  expect(text).not.toContain('Facts from the catalog');
});
