import { expect, test } from 'vitest';
import type { ListingDecimalResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { checkoutAmounts, type PayableCar, parsePayable } from './payable-car.ts';

const listing = {
  listing_id: 7,
  make: 'BYD',
  model: 'Seal',
  year: 2023,
  trim: null,
  RentSell: 'Sell',
  listing_status: 'active',
  location: 'Guangzhou',
  vin: 'LC0CE4CB5N0123456',
  images: [],
  price: { $numberDecimal: '18500.50' },
  priceBreakdown: { taxRate: 0.08, registrationFee: 300 },
} as unknown as ListingDecimalResponse;
const priced = (price: unknown) => parsePayable({ ...listing, price } as ListingDecimalResponse);

test('parses the decimal price as exact cents', () => {
  expect(parsePayable(listing)).toMatchObject({
    id: 7,
    name: '2023 BYD Seal',
    path: '/buy-car/byd-seal-7',
    vin: 'LC0CE4CB5N0123456',
    priceCents: 1_850_050,
    feeCents: 30_000,
    image: null,
  });
});

test('returns missing without a car or price, and invalid for a malformed price', () => {
  expect([parsePayable(null), priced(undefined), priced({}), priced({ $numberDecimal: '' })]).toEqual(
    Array(4).fill('missing'),
  );
  for (const text of ['abc', '-5', '0', '1e9', 'NaN', '12,000', 18500]) {
    expect(priced({ $numberDecimal: text })).toBe('invalid');
  }
});

test('adds up price, tax and fee, with the daily price times the days of a rental', () => {
  const car = parsePayable(listing) as PayableCar;
  expect(checkoutAmounts(car, 1)).toEqual({
    priceCents: 1_850_050,
    taxCents: 148_004,
    feeCents: 30_000,
    totalCents: 2_028_054,
    bookingCents: 507_014,
    laterCents: 1_521_040,
  });
  expect(checkoutAmounts({ ...car, priceCents: 4_500 }, 3)).toMatchObject({ priceCents: 13_500, totalCents: 44_580 });
});
