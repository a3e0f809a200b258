import { expect, test } from 'vitest';
import { catalog } from '#content/catalog/catalog.ts';
import { EV_SPECS } from '#content/catalog/ev-specs.ts';
import { evSpecsOf } from './ev-specs.ts';

const lines = EV_SPECS.trim().split('\n');
const [header = '', ...rows] = lines;

test('names makes and electric models as the catalog does, and years in order', () => {
  for (const row of rows) {
    const cells = row.split(',');
    expect(cells, row).toHaveLength(header.split(',').length);
    const [make, model, from, to] = cells;
    const known = catalog.find(({ name }) => name === make)?.models.find(({ name }) => name === model);
    expect(known?.fuels, row).toContain('electric');
    expect(Number(from), row).toBeLessThanOrEqual(Number(to));
  }
});

test('every value is one that a listing can have', () => {
  const between = (value: number | null, min: number, max: number) => value === null || (value >= min && value <= max);
  for (const row of rows) {
    const [make = '', model = '', year] = row.split(',');
    for (const spec of evSpecsOf(make, model, Number(year))) {
      expect([null, 'front', 'rear', 'all'], row).toContain(spec.drive);
      expect([null, 'lfp', 'nmc'], row).toContain(spec.batteryChemistry);
      expect([null, 'cltc', 'wltp'], row).toContain(spec.rangeCycle);
      expect([null, 'gbt'], row).toContain(spec.chargePort);
      expect(spec.rangeKm === null, row).toBe(spec.rangeCycle === null);
      expect(between(spec.powerKw, 20, 1_000), row).toBe(true);
      expect(between(spec.curbWeightKg, 600, 3_500), row).toBe(true);
      expect(between(spec.lengthMm, 2_900, 5_700), row).toBe(true);
      expect(between(spec.widthMm, 1_400, 2_200), row).toBe(true);
      expect(between(spec.heightMm, 1_100, 2_200), row).toBe(true);
      expect(between(spec.batteryKwh, 9, 160), row).toBe(true);
      expect(between(spec.rangeKm, 100, 1_100), row).toBe(true);
    }
  }
});

test('finds all versions of a model year, and nothing in other years', () => {
  expect(evSpecsOf('xpeng', 'G6', 2023)).toHaveLength(4);
  expect(evSpecsOf('BYD', 'Yuan Up', 2024)).toEqual([
    {
      drive: 'front',
      powerKw: 130,
      curbWeightKg: 1540,
      lengthMm: 4310,
      widthMm: 1830,
      heightMm: 1675,
      batteryKwh: 45.1,
      batteryChemistry: 'lfp',
      rangeKm: 401,
      rangeCycle: 'cltc',
      chargePort: 'gbt',
    },
  ]);
  expect(evSpecsOf('BYD', 'Yuan Up', 2019)).toEqual([]);
  expect(evSpecsOf('BYD', 'Nothing', 2024)).toEqual([]);
});
