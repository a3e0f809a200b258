import { expect, test } from 'vitest';
import { catalog } from '#content/catalog/catalog.ts';
import { extractAmounts, type ForeignPrice, NO_RATES } from './amount-words.ts';
import { unmarked } from './currency-words.ts';

const date = '2026-09-29';
const perUsd = {
  EUR: 0.88,
  KES: 130,
  NGN: 1_320,
  RUB: 84,
  TZS: 2_500,
  JMD: 158,
  BDT: 123,
  KZT: 440,
  BRL: 5.2,
  ZAR: 16,
  AED: 3.67,
};
const rates = new Map(Object.entries(perUsd).map(([code, rate]) => [code, { perUsd: rate, date }]));

const read = (query: string, country: string | null = null) =>
  extractAmounts(query.normalize('NFKC'), 2027, { rates, country });

test.each<[query: string, rest: string, currency: string, min: number | null, max: number | null]>([
  ['under 2m KES', '', 'KES', null, 15_385],
  ['KES 2,000,000', '', 'KES', null, 15_385],
  ['ksh2.5m', '', 'KES', null, 19_231],
  ['2 million kenyan shillings', '', 'KES', null, 15_385],
  ['between 500k and 1m kes', '', 'KES', 3_846, 7_692],
  ['toyota ksh 1.2m - 1.8m', 'toyota', 'KES', 9_231, 13_846],
  ['under 2 000 000 ksh', '', 'KES', null, 15_385],
  ['2 000 000 ksh', '', 'KES', null, 15_385],
  ['5000000 naira', '', 'NGN', null, 3_788],
  ['₦5m', '', 'NGN', null, 3_788],
  ['5m naira 2015', '2015', 'NGN', null, 3_788],
  ['€9,000', '', 'EUR', null, 10_227],
  ['9.000 €', '', 'EUR', null, 10_227],
  ['over 9000 euros', '', 'EUR', 10_227, null],
  ['below 9000 euro euro 5', 'euro 5', 'EUR', null, 10_227],
  ['до 800000 рублей', '', 'RUB', null, 9_524],
  ['до 800 тыс руб', '', 'RUB', null, 9_524],
  ['500000р', '', 'RUB', null, 5_952],
  ['3,5 млн тенге', '', 'KZT', null, 7_955],
  ['corolla under 2000000 jamaican dollars', 'corolla', 'JMD', null, 12_658],
  ['25 lakh taka', '', 'BDT', null, 20_325],
  ['R$ 80 000', '', 'BRL', null, 15_385],
  ['under R200000', '', 'ZAR', null, 12_500],
  ['aed 40,000 or less', '', 'AED', null, 10_899],
])('converts %j', (query, rest, currency, min, max) => {
  const { rest: left, amounts, prices } = read(query);
  const dollars = { ...(min !== null && { min }), ...(max !== null && { max }) };
  expect(left.replace(/\s+/g, ' ').trim()).toBe(rest);
  expect(prices).toMatchObject([{ currencies: [currency], dollars: { ...dollars, date } }]);
  expect(amounts.priceCents).toEqual({
    ...(min !== null && { min: min * 100 }),
    ...(max !== null && { max: max * 100 }),
  });
});

test.each<[query: string, currencies: string[]]>([
  ['10 million shillings', ['KES', 'TZS', 'UGX', 'SOS']],
  ['15 lakh rupees', ['INR', 'PKR', 'LKR', 'NPR', 'MUR', 'SCR']],
  ['rs 15 lakh', ['INR', 'PKR', 'LKR', 'NPR', 'MUR', 'SCR']],
  ['15,00,000 rupees', ['INR', 'PKR', 'LKR', 'NPR', 'MUR', 'SCR']],
  ['15 lakh', ['INR', 'PKR', 'BDT', 'LKR', 'NPR']],
  ['₹15,00,000', ['INR']],
  ['6万', ['CNY']],
  ['10万以下', ['CNY']],
  ['10万元以下', ['CNY']],
  ['人民币6万', ['CNY']],
  ['¥60000', ['CNY']],
  ['100万円以下', ['JPY']],
  ['HK$50000', ['HKD']],
  ['Z$5000', []],
  ['40000 ريال', ['SAR', 'QAR', 'OMR', 'YER']],
  ['5 millions fcfa', ['XOF', 'XAF']],
])('names %j as not converted, and never reads it as dollars', (query, currencies) => {
  const { rest, amounts, prices } = read(query);
  expect(rest.trim()).toBe('');
  expect(amounts).toEqual({});
  expect(prices).toEqual([{ text: query, currencies, dollars: null }] satisfies ForeignPrice[]);
});

test.each([
  ['10 million shillings', 'TZ', 'TZS', 4_000],
  ['10 million shillings', 'KE', 'KES', 76_923],
])('a name of several currencies means that of the destination: %j in %s', (query, country, currency, max) => {
  const { amounts, prices } = read(query, country);
  expect(prices[0]?.currencies).toEqual([currency]);
  expect(amounts.priceCents).toEqual({ max: max * 100 });
});

test('converts nothing without rates', () => {
  const { amounts, prices } = extractAmounts('under 2m KES', 2027, NO_RATES);
  expect(amounts).toEqual({});
  expect(prices).toEqual([{ text: 'under 2m KES', currencies: ['KES'], dollars: null }]);
});

test.each([
  'euro 5',
  '2019 euro 6 diesel',
  'audi rs 6 2020',
  'RS6',
  '2021 all wheel drive',
  '2022 NIO',
  'nio es6 2022',
  '2015 mad',
  'mad max 2015',
  'honda cr-v 2020',
  'bmw 320d 2 m sport',
  'toyota 5m',
  'x5 m',
  '2000 000 birr',
  'real',
])('leaves %j to the other words of the search', (query) => {
  expect(read(query)).toMatchObject({ rest: query, amounts: {}, prices: [] });
});

test.each(['$5000', 'usd 5000', 'us$5000', '5000 dollars', '1.5万美元'])('reads %j as dollars', (query) => {
  const { amounts, prices } = read(query);
  expect(prices).toEqual([]);
  expect(amounts.priceCents?.max).toBeGreaterThanOrEqual(500_000);
});

test('takes no name of the catalog with a year for a price', () => {
  const names = catalog.flatMap(({ name, models }) => [name, ...models.map((model) => model.name)]);
  const taken = names
    .flatMap((name) => [`2019 ${name}`, `${name} 2019`])
    .filter((query) => read(query).prices.length > 0);
  expect(taken).toEqual([]);
});

test('puts no words back for marks that are none', () => {
  expect(unmarked('\uE200 1', [])).toBe('\uE200 1');
});
