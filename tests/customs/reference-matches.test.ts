import { demoListings } from '@carquay/demo/inventory/demo-listings.ts';
import { expect, test } from 'vitest';
import { type ImportCar, UNKNOWN_CAR } from '#features/customs/import-rules/model/car.ts';
import {
  type CarName,
  matchReference,
  rangeOfPrices,
} from '#features/customs/import-rules/model/references/match-reference.ts';
import { readSeed } from '#features/customs/import-rules/server/book/seed.ts';

const { references } = await readSeed();

type Facts = Pick<ImportCar, 'fuel' | 'engineCc' | 'body'>;
function printed(name: Partial<CarName>, facts: Partial<Facts>): string[] | null {
  const car = { ...UNKNOWN_CAR, ...facts, name: { make: '', model: '', trim: null, drive: null, ...name } };
  return matchReference(references, car)?.prices.map(({ model }) => model) ?? null;
}
const SUV = { fuel: 'petrol', engineCc: 1987, body: 'suv' } as const;
const SEDAN = { fuel: 'petrol', engineCc: 1984, body: 'sedan' } as const;

test('finds the prices of a car by make, model, fuel, engine, drive and body', () => {
  expect(printed({ make: 'Toyota', model: 'RAV4', drive: 'all' }, SUV)).toEqual(['RAV4 G', 'RAV4 G Z PACKAGE']);
  expect(printed({ make: 'BYD', model: 'Han' }, { fuel: 'electric', engineCc: 0, body: 'sedan' })).toEqual(['HAN']);
  const glc = { make: 'Mercedes-Benz', model: 'GLC-Class', trim: 'GLC 300 4MATIC', drive: 'all' } as const;
  expect(printed(glc, { ...SUV, engineCc: 1991 })).toEqual(['GLC-CLASS GLC300 4MATIC']);
});

test.each<[string, Partial<CarName>, Partial<Facts>]>([
  ['another make', { make: 'Trumpchi', model: 'RAV4', drive: 'all' }, SUV],
  ['another model that begins the same', { make: 'Toyota', model: 'RAV', drive: 'all' }, SUV],
  ['another fuel', { make: 'Toyota', model: 'RAV4', drive: 'all' }, { ...SUV, fuel: 'diesel' }],
  ['another engine', { make: 'Toyota', model: 'RAV4', drive: 'all' }, { ...SUV, engineCc: 1798 }],
  ['another drive', { make: 'Toyota', model: 'RAV4', drive: 'front' }, SUV],
  ['an unknown drive, if the list has only all-wheel drive', { make: 'Toyota', model: 'RAV4' }, SUV],
  ['another body', { make: 'Audi', model: 'A4', drive: 'all' }, { ...SEDAN, body: 'hatchback' }],
  ['another version', { make: 'Mercedes-Benz', model: 'E-Class', trim: 'E 260 L' }, { ...SEDAN, engineCc: 1991 }],
  ['an unknown fuel', { make: 'Toyota', model: 'RAV4', drive: 'all' }, { ...SUV, fuel: null }],
  ['an unknown engine', { make: 'Toyota', model: 'RAV4', drive: 'all' }, { ...SUV, engineCc: null }],
  ['the long-wheelbase version for China', { make: 'Audi', model: 'A4L', drive: 'all' }, SEDAN],
])('finds none for %s', (_, name, facts) => {
  expect(printed(name, facts)).toBeNull();
});

test('no price of a Range Rover is that of a Range Rover Sport, and none of a Corolla that of a Corolla Cross', () => {
  const rover = printed({ make: 'Land Rover', model: 'Range Rover' }, { fuel: 'diesel', engineCc: 2996, body: 'suv' });
  expect(rover?.length).toBeGreaterThan(2);
  expect(rover?.filter((model) => /SPORT|EVOQUE|VELAR/.test(model))).toEqual([]);
  const corollas = [1490, 1496, 1797, 1798].flatMap((engineCc) =>
    (['front', 'all'] as const).flatMap(
      (drive) => printed({ make: 'Toyota', model: 'Corolla', drive }, { ...SEDAN, engineCc }) ?? [],
    ),
  );
  expect(corollas.length).toBeGreaterThan(0);
  expect(corollas.filter((model) => /CROSS|AXIO|FIELDER|TOURING/.test(model))).toEqual([]);
});

test('prices that differ too much give no range', () => {
  const price = (amount: number) => ({ ...references[0]!.prices[0]!, price: amount });
  expect(rangeOfPrices([price(300), price(100), price(200)])).toEqual({ low: 100, likely: 200, high: 300 });
  expect(rangeOfPrices([price(301), price(100)])).toBeNull();
  expect(rangeOfPrices([])).toBeNull();
});

/** Compared one by one with the list: the same make, model, engine and fuel. */
const RIGHT: Record<string, RegExp> = {
  'Audi A4': /^A4 /,
  'BMW iX3': /^(BMW )?iX3 /,
  'BYD Dolphin': /^DOLPHIN /,
  'BYD Han': /^HAN$/,
  'BYD Tang': /^TANG/,
  'Dongfeng Nammi 01': /^NAMMI 01$/,
  'Foton View': /^VIEW CS2$/,
  'Honda Civic': /^CIVIC/,
  'MG Cyberster': /^MG CYBERSTER$/,
  'MG ZS EV': /^MG ZS EV$/,
  'Mazda CX-5': /^CX-5 20S/,
  'NIO ES6': /^ES6$/,
  'NIO ET5 Touring': /^ET5 TOURING$/,
  'NIO ET5': /^ET5$/,
  'NIO ET7': /^ET7$/,
  'Neta V': /^NETA V/,
  'XPeng G6': /^G6 /,
};

test('of 300 demo cars for sale, each match is right, and most cars are in no list', () => {
  const count = { one: 0, several: 0, none: 0 };
  const wrong: string[] = [];
  let cars = 0;
  for (const { mode, make, model, trim, drive, fuelType, engineCc, bodyType } of demoListings(
    4_200,
    new Date('2026-11-28'),
  )) {
    if (mode !== 'Sell' || cars === 300) continue;
    cars += 1;
    const found = printed(
      { make, model, trim, drive },
      { fuel: fuelType, engineCc: fuelType === 'electric' ? 0 : engineCc, body: bodyType },
    );
    count[found === null ? 'none' : found.length === 1 ? 'one' : 'several'] += 1;
    const name = `${make} ${model}`;
    if (found && !found.every((each) => RIGHT[name]?.test(each))) wrong.push(`${name} as ${found.join(', ')}`);
  }
  expect(wrong).toEqual([]);
  expect(count).toEqual({ one: 12, several: 12, none: 276 });
});
