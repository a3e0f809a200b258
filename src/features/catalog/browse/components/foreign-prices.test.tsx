import { expect, test } from 'vitest';
import type { ForeignPriceResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { renderToStaticMarkup } from '../../../../../tests/support/messages/markup.tsx';
import { ForeignPrices } from './foreign-prices.tsx';

const none = { min: null, max: null, rateDate: null };
const rateDate = '2026-09-29';

test.each<[price: Omit<ForeignPriceResponse, 'text'>, text: string]>([
  [{ currencies: ['KES'], min: null, max: 15_423, rateDate }, '“2m” is about $15,400 at the exchange rate of Sep 29.'],
  [
    { currencies: ['KES'], min: 3_856, max: 7_712, rateDate },
    '“2m” is about $3,860 to $7,710 at the exchange rate of Sep 29.',
  ],
  [
    { currencies: ['NGN'], ...none },
    'We can&#x27;t convert “2m”, because we have no exchange rate for NGN. Prices are in US dollars.',
  ],
  [
    { currencies: ['KES', 'TZS'], ...none },
    'We can&#x27;t convert “2m”, because it may be KES, TZS. Write the code of the currency. Prices are in US dollars.',
  ],
  [
    { currencies: [], ...none },
    'We can&#x27;t convert “2m”, because we don&#x27;t know this currency. Prices are in US dollars.',
  ],
])('says what became of a price: %j', (price, text) => {
  const html = renderToStaticMarkup(<ForeignPrices prices={[{ text: '2m', ...price }]} />);
  expect(html.replace(/<[^>]+>|[\u2068\u2069]/g, '')).toBe(text);
});

test('shows nothing without such prices', () => {
  expect(renderToStaticMarkup(<ForeignPrices prices={undefined} />)).toBe('');
});
