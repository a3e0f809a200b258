import { expect, test } from 'vitest';
import { buyerFactsIn, buyerFactsQuery, keyOfBuyerFacts, withBuyerFact, withoutBuyerFacts } from './buyer-facts.ts';

const NONE = { newPrice: null, reference: null, production: null, co2: null };
const read = (search: string) => buyerFactsIn(new URLSearchParams(search));

test('reads facts of an address and writes them as a query', () => {
  const facts = read(
    '?to=KE&reference=KE-2025-07-TOYOTA:12&production=2021-05&co2=140&new_price=5&new_price_currency=KES',
  );
  expect(facts).toEqual({
    newPrice: { amount: 5, currency: 'KES' },
    reference: 'KE-2025-07-TOYOTA:12',
    production: '2021-05',
    co2: 140,
  });
  expect(buyerFactsQuery(facts)).toEqual({
    reference: 'KE-2025-07-TOYOTA:12',
    production: '2021-05',
    co2: 140,
    new_price: 5,
    new_price_currency: 'KES',
  });
  expect(keyOfBuyerFacts(facts)).not.toBe(keyOfBuyerFacts({ ...facts, co2: 141 }));
});

test.each([
  '?reference=x',
  '?production=2021-13',
  '?production=2021',
  '?co2=-1',
  '?co2=99999',
  '?co2=1e3',
  '?new_price=0',
])('ignores %s', (search) => {
  expect(read(search)).toEqual(NONE);
});

test('changes one fact of an address, and removes all', () => {
  expect(withBuyerFact('?to=KE', 'co2', '140')).toBe('?to=KE&co2=140');
  expect(withBuyerFact('?to=KE&co2=140', 'co2', '')).toBe('?to=KE');
  expect(withoutBuyerFacts(new URL('https://a.example/cars/1?co2=1&to=KE&new_price=5&reference=a:1'))).toBe(
    '/cars/1?to=KE',
  );
});
