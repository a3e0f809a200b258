import { expect, test } from 'vitest';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { VehicleFinder } from './add-vehicles.ts';
import { loadCatalog } from './vehicle-catalog.ts';

const { pool } = await testDatabase();
await loadCatalog(pool);
const open = (newMakes = false) => VehicleFinder.open(pool, { newMakes, dryRun: false });

test.each([
  ['一汽丰田', '卡罗拉', 'Toyota', 'Corolla'],
  ['丰田', '丰田卡罗拉', 'Toyota', 'Corolla'],
  ['上汽通用五菱', '五菱宏光', 'Wuling', 'Hongguang'],
  ['Тойота', 'Королла', 'Toyota', 'Corolla'],
])('finds %s %s in the catalog without adding a name', async (makeText, modelText, make, model) => {
  const finder = await open();
  expect(await finder.find(makeText, modelText)).toMatchObject({ make, model });
  expect([finder.newMakes, finder.newModels]).toEqual([[], []]);
});

test('a careless name of a seller does not change what other names mean', async () => {
  const careless = await open(true);
  expect(await careless.find('一汽丰田卡罗拉轿车集团公司x', '卡罗拉')).toMatchObject({ model: '卡罗拉' });
  expect(await careless.find('Toyota', '卡罗拉 Wanderer')).toMatchObject({ make: 'Toyota', model: '卡罗拉 Wanderer' });
  const later = await open(true);
  expect(await later.find('一汽丰田', '卡罗拉')).toMatchObject({ make: 'Toyota', model: 'Corolla' });
  expect(await later.find('Toyota', '卡罗拉 Wanderer')).toMatchObject({ model: '卡罗拉 Wanderer' });
  expect(later.newModels).toEqual([]);
});

test('asks which make of an alliance a model is, and what make and model are if one is missing', async () => {
  const finder = await open();
  expect(await finder.find('鸿蒙智行', 'Z9')).toEqual({
    problem: "'鸿蒙智行' builds AITO, Luxeed, Stelato, Maextro; the model 'Z9' does not say which one this is",
  });
  expect(await finder.find('Land', 'Rover')).toEqual({
    problem: "the model is missing: 'Land Rover' is the make Land Rover",
  });
});

test('returns what follows the model as its trim', async () => {
  expect(await (await open()).find('大众', '朗逸 2019款 1.5L 自动舒适版')).toMatchObject({
    model: 'Lavida',
    trim: '2019款 1.5L 自动舒适版',
  });
});
