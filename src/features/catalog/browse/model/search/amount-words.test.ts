import { expect, test } from 'vitest';
import { type Amounts, extractAmounts } from './amount-words.ts';

const price = (min: number | undefined, max?: number): Amounts => ({
  priceCents: { ...(min !== undefined && { min: min * 100 }), ...(max !== undefined && { max: max * 100 }) },
});
const km = (min: number | undefined, max?: number): Amounts => ({
  mileageKm: { ...(min !== undefined && { min }), ...(max !== undefined && { max }) },
});
const year = (min: number | undefined, max?: number): Amounts => ({
  year: { ...(min !== undefined && { min }), ...(max !== undefined && { max }) },
});

test.each<[query: string, rest: string, amounts: Amounts]>([
  ['byd under 20000', 'byd', price(undefined, 20_000)],
  ['SUV below $9,500', 'SUV', price(undefined, 9_500)],
  ['suv up to 15k', 'suv', price(undefined, 15_000)],
  ['han over 20,000 usd', 'han', price(20_000)],
  ['suv from $10000 under $20000', 'suv', price(10_000, 20_000)],
  ['< 8000', '', price(undefined, 8_000)],
  ['under $2000', '', price(undefined, 2_000)],
  ['max 15000', '', price(undefined, 15_000)],
  ['corolla 15k', 'corolla', price(undefined, 15_000)],
  ['corolla $12000', 'corolla', price(undefined, 12_000)],
  ['price 12000', '', price(undefined, 12_000)],
  ['5000-10000', '', price(5_000, 10_000)],
  ['5k - 10k suv', 'suv', price(5_000, 10_000)],
  ['5-10k', '', price(5_000, 10_000)],
  ['10000 to 5000', '', price(5_000, 10_000)],
  ['between 5,000 and 10,000', '', price(5_000, 10_000)],
  ['$15,000+', '', price(15_000)],
  ['15000+ suv', 'suv', price(15_000)],
  ['under 10 000', '', price(undefined, 10_000)],
  ['discover 5', 'discover 5', {}],
  ['under', 'under', {}],
  ['under 99999999999999999999', 'under 99999999999999999999', {}],
])('extracts prices from %j', (query, rest, amounts) => {
  expect(read(query)).toEqual({ rest, amounts });
});

test.each<[query: string, rest: string, amounts: Amounts]>([
  ['byd from 2019', 'byd', year(2019)],
  ['2018-2020 corolla', 'corolla', year(2018, 2020)],
  ['2018-20', '', year(2018, 2020)],
  ['corolla 2019+', 'corolla', year(2019)],
  ['after 2018', '', year(2019)],
  ['newer than 2018', '', year(2019)],
  ['before 2015', '', year(undefined, 2014)],
  ['2015 or older', '', year(undefined, 2015)],
  ['2020 or newer', '', year(2020)],
  ['since 2020', '', year(2020)],
  ['2019', '2019', {}],
  ['song max 2019', 'song max 2019', {}],
  ['peugeot 2008', 'peugeot 2008', {}],
])('extracts years from %j', (query, rest, amounts) => {
  expect(read(query)).toEqual({ rest, amounts });
});

test.each<[query: string, rest: string, amounts: Amounts]>([
  ['under 80000 km', '', km(undefined, 80_000)],
  ['less than 50k miles', '', km(undefined, 80_467)],
  ['mileage under 60,000', '', km(undefined, 60_000)],
  ['corolla 90000km', 'corolla', km(undefined, 90_000)],
  ['20000-50000 km', '', km(20_000, 50_000)],
  ['500 km', '500 km', {}],
  ['1.5L', '', { engineCc: { min: 1_450, max: 1_549 } }],
  ['2.0 liter diesel', 'diesel', { engineCc: { min: 1_950, max: 2_049 } }],
  ['2000cc', '', { engineCc: { min: 1_950, max: 2_049 } }],
  ['1498cc', '', { engineCc: { min: 1_498, max: 1_498 } }],
  ['under 2.0L', '', { engineCc: { max: 2_049 } }],
  ['S 400 L', 'S 400 L', {}],
  ['7 seater suv', 'suv', { seats: [7] }],
  ['7-seater', '', { seats: [7] }],
  ['5-7 seats', '', { seats: [5, 6, 7] }],
  ['5 door', '', { doors: [5] }],
  ['5-door and 7 seats', 'and', { doors: [5], seats: [7] }],
  ['2019 seat leon', '2019 seat leon', {}],
  ['4x4', '4x4', {}],
  ['CX-5 H6 ID.4', 'CX-5 H6 ID.4', {}],
  ['corolla 1.8', 'corolla', { engineCc: { min: 1_750, max: 1_849 } }],
  ['2.0T', '', { engineCc: { min: 1_950, max: 2_049 } }],
  ['tank 20 T', 'tank 20 T', {}],
  ['1.85 and 0.0', '1.85 and 0.0', {}],
  ['tiggo 8 plus', 'tiggo 8 plus', {}],
  ['CX-5 seats', 'CX-5 seats', {}],
  ['saab 9-5', 'saab 9-5', {}],
])('extracts mileage, engine, seats and doors from %j', (query, rest, amounts) => {
  expect(read(query)).toEqual({ rest, amounts });
});

test.each<[query: string, rest: string, amounts: Amounts]>([
  ['比亚迪1.5万美元以下', '比亚迪', price(undefined, 15_000)],
  ['低于10000美元', '', price(undefined, 10_000)],
  ['5000到10000', '', price(5_000, 10_000)],
  ['8万公里以下', '', km(undefined, 80_000)],
  ['2019年', '', year(2019, 2019)],
  ['20款卡罗拉', '卡罗拉', year(2020, 2020)],
  ['2019年以后', '', year(2019)],
  ['2018-2020年', '', year(2018, 2020)],
  ['1.5升', '', { engineCc: { min: 1_450, max: 1_549 } }],
  ['7座SUV', 'SUV', { seats: [7] }],
  ['5门', '', { doors: [5] }],
  ['до 10000', '', price(undefined, 10_000)],
  ['от 5000 до 10 000 долларов', '', price(5_000, 10_000)],
  ['до 15 тыс', '', price(undefined, 15_000)],
  ['пробег до 80000', '', km(undefined, 80_000)],
  ['до 80000 км', '', km(undefined, 80_000)],
  ['после 2018', '', year(2019)],
  ['не старше 2018', '', year(2018)],
  ['2019 года', '', year(2019, 2019)],
  ['7 мест', '', { seats: [7] }],
  ['أقل من 10000', '', price(undefined, 10_000)],
  ['اقل من 10000 دولار', '', price(undefined, 10_000)],
  ['من 5000 إلى 10000', '', price(5_000, 10_000)],
  ['أقل من 80000 كم', '', km(undefined, 80_000)],
  ['بعد 2018', '', year(2019)],
  ['7 مقاعد', '', { seats: [7] }],
  ['10000 डॉलर से कम', '', price(undefined, 10_000)],
  ['7 सीटर', '', { seats: [7] }],
])('extracts numbers from %j', (query, rest, amounts) => {
  expect(read(query)).toEqual({ rest, amounts });
});

function read(query: string) {
  const { rest, amounts } = extractAmounts(query, 2027);
  return { rest: rest.replace(/\s+/g, ' ').trim(), amounts };
}
