import { expect, test } from 'vitest';
import { nameKey } from '#features/catalog/vehicles/model/vehicle-name.ts';
import { testNow } from '../../tests/support/runner/test-clock.ts';
import { catalog } from './catalog.ts';

const keysOf = ({ name, aliases }: { name: string; aliases: string[] }) => [name, ...aliases].map(nameKey);
const twins = (keys: string[]) => keys.filter((key, at) => keys.indexOf(key) !== at);
const nextYear = testNow().getFullYear() + 1;

test('every name and alias of a make leads to that make alone', () => {
  expect(twins(catalog.flatMap(keysOf))).toEqual([]);
});

test.each(catalog)('within $name every name and alias leads to one model', ({ models }) => {
  expect(models.length).toBeGreaterThan(0);
  expect(twins(models.flatMap(keysOf))).toEqual([]);
  expect(models.flatMap(keysOf)).not.toContain('');
});

test('no make goes by the name of a model of another make, which would hide that model from search', () => {
  const makeKeys = new Map(catalog.flatMap((make) => keysOf(make).map((key) => [key, make.name])));
  const hidden = catalog.flatMap((make) =>
    make.models.flatMap((model) =>
      keysOf(model)
        .filter((key) => (makeKeys.get(key) ?? make.name) !== make.name)
        .map((key) => `${make.name} ${model.name}: ${key}`),
    ),
  );
  expect(hidden).toEqual([]);
});

test('no model name repeats its make', () => {
  const names = catalog.flatMap((make) => make.models.map((model) => ({ make: make.name, model: model.name })));
  expect(names.filter(({ make, model }) => model.toLowerCase().startsWith(`${make.toLowerCase()} `))).toEqual([]);
});

test('years, seats and prices are those of cars', () => {
  for (const { name: make, models } of catalog) {
    for (const { name, from, to, seats, newPriceUsd } of models) {
      const car = `${make} ${name}`;
      expect(from, car).toBeGreaterThanOrEqual(1935);
      expect(from, car).toBeLessThanOrEqual(nextYear);
      if (to !== undefined) expect(to, car).toBeGreaterThanOrEqual(from);
      expect(seats, car).toBeGreaterThanOrEqual(2);
      expect(seats, car).toBeLessThanOrEqual(15);
      expect(newPriceUsd, car).toBeGreaterThanOrEqual(5_000);
      expect(newPriceUsd, car).toBeLessThanOrEqual(1_200_000);
    }
  }
});

test('at least 60 makes are Chinese, with a Chinese name each, and 35 are foreign', () => {
  const chinese = catalog.filter(({ country }) => country === 'CN');
  expect(chinese.length).toBeGreaterThanOrEqual(60);
  expect(chinese.filter(({ aliases }) => !aliases.some((alias) => /\p{Script=Han}/u.test(alias)))).toEqual(
    chinese.filter(({ name }) => name === 'iCar'),
  );
  expect(catalog.length - chinese.length).toBeGreaterThanOrEqual(35);
});

test.each([
  [
    'Ford',
    'B-MAX, C-MAX, EcoSport, Edge, Escort, Fiesta, Focus, Fusion, Galaxy, Grand C-MAX, Grand Tourneo Connect, KA, Ka+, Kuga, ' +
      'Mondeo, Mustang, Puma, Ranger, S-MAX, Streetka, Tourneo Connect, Tourneo Custom, Transit Tourneo',
  ],
  [
    'Toyota',
    'Auris, Avensis, Aygo, C-HR, Camry, Corolla, GT86, Hilux, IQ, Land Cruiser, PROACE VERSO, Prius, RAV4, Supra, ' +
      'Urban Cruiser, Verso, Verso-S, Yaris',
  ],
])('every %s that British dealers list is known', (name, models) => {
  const make = catalog.find((each) => each.name === name)!;
  const known = new Set(make.models.flatMap(keysOf));
  expect(models.split(', ').filter((model) => !known.has(nameKey(model)))).toEqual([]);
});
