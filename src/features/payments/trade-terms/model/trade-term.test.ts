import { expect, test } from 'vitest';
import { choicesOf, linesOf, rateOf, SOLD_FOB, type TradeChoice, type TransportRate } from './trade-term.ts';

const MOMBASA: TransportRate = {
  country: 'KE',
  port: 'KEMBA',
  place: '',
  inspectionCents: 25_000,
  freightCents: 200_000,
  insuranceBps: 60,
  inlandCents: null,
};
const NAIROBI: TransportRate = { ...MOMBASA, place: 'Nairobi', inlandCents: 45_000 };
const RATES = [MOMBASA, NAIROBI];
const CARS = [
  { listingId: 1, priceCents: 1_000_000 },
  { listingId: 2, priceCents: 2_000_000 },
];
const choice = (change: Partial<TradeChoice>): TradeChoice => ({ ...SOLD_FOB, port: 'KEMBA', ...change });
const INSPECTED: TradeChoice = { ...SOLD_FOB, inspection: true };

test('FOB adds nothing, and an inspection only if it is chosen', () => {
  expect(linesOf(SOLD_FOB, null, CARS)).toEqual([]);
  expect(linesOf(INSPECTED, rateOf(INSPECTED, RATES), CARS)).toEqual([
    { listingId: 1, kind: 'inspection', cents: 25_000 },
    { listingId: 2, kind: 'inspection', cents: 25_000 },
  ]);
});

test('CFR adds the freight of each car', () => {
  expect(linesOf(choice({ term: 'CFR' }), MOMBASA, CARS)).toEqual([
    { listingId: 1, kind: 'freight', cents: 200_000 },
    { listingId: 2, kind: 'freight', cents: 200_000 },
  ]);
});

test('CIF insures 110 % of a value that includes the premium', () => {
  const [, insurance] = linesOf(choice({ term: 'CIF' }), MOMBASA, CARS.slice(0, 1));
  expect(insurance).toEqual({ listingId: 1, kind: 'insurance', cents: 7_973 });
  expect(Math.round((1_200_000 + 7_973) * 1.1 * 0.006)).toBe(7_973);
});

test('CIP adds and insures the way inland', () => {
  const lines = linesOf(choice({ term: 'CIP', place: 'Nairobi' }), NAIROBI, CARS.slice(0, 1));
  expect(lines.map(({ kind, cents }) => [kind, cents])).toEqual([
    ['freight', 200_000],
    ['insurance', 8_272],
    ['inland', 45_000],
  ]);
});

test('a choice without its rate is an error, and one to a port cannot go inland', () => {
  expect(() => linesOf(choice({ term: 'CFR' }), null, CARS)).toThrow('no rate');
  expect(() => linesOf(choice({ term: 'CIP', place: 'Nairobi' }), MOMBASA, CARS)).toThrow('inland');
});

test('a port is offered once, with each place inland', () => {
  expect(choicesOf(RATES).map(({ term, port, place }) => `${term} ${port ?? ''} ${place}`.trim())).toEqual([
    'FOB',
    'CFR KEMBA',
    'CIF KEMBA',
    'CIP KEMBA Nairobi',
  ]);
  expect(choicesOf([])).toEqual([SOLD_FOB]);
});

test('an inland rate also prices a port without a rate', () => {
  expect(rateOf(choice({ term: 'CIF' }), [NAIROBI, MOMBASA])).toBe(MOMBASA);
  expect(rateOf(choice({ term: 'CIF' }), [NAIROBI])).toBe(NAIROBI);
  expect(rateOf(choice({ term: 'CIP', place: 'Kampala' }), RATES)).toBeNull();
});
