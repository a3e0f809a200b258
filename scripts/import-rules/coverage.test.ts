import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COVERAGE, countriesWithFigure, coverageDocument, coverageOf, dayOfSeed } from './coverage.ts';

test(`${COVERAGE} is what npm run import-rules writes`, async () => {
  expect(readFileSync(COVERAGE, 'utf8')).toBe(await coverageDocument());
});

const coverage = await coverageOf(await dayOfSeed());

test('no sum hides a missing part', () => {
  for (const { country, cells } of coverage)
    for (const { landed } of cells) {
      const isWhole = landed.missing.length === 0 && landed.charges.missing.length === 0;
      expect(landed.total !== null, country).toBe(isWhole && landed.cif !== null);
      if (landed.total === null) continue;
      const paid = [...landed.parts, ...landed.charges.lines.filter(({ kind }) => kind !== 'value')];
      expect(landed.total.likely, country).toBe(paid.reduce((sum, { amount }) => sum + amount.likely, 0));
      expect(
        landed.charges.lines.some(({ kind }) => kind === 'duty'),
        country,
      ).toBe(true);
    }
});

test('at least 30 countries have a whole sum, the Gulf, Kenya, Tanzania, Uganda, Ghana, Nigeria, Georgia, Russia and Namibia among them', () => {
  const known = countriesWithFigure(coverage);
  expect(known).toEqual(
    expect.arrayContaining([
      'AE',
      'BH',
      'GB',
      'GE',
      'GH',
      'KE',
      'KW',
      'NA',
      'NG',
      'OM',
      'QA',
      'RU',
      'SA',
      'TZ',
      'UG',
      'ZW',
    ]),
  );
  expect(known.length).toBeGreaterThanOrEqual(30);
});
