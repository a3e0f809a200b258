import { expect, test } from 'vitest';
import { dateRange } from '#features/customs/import-rules/model/calendar.ts';
import { type ImportCar, UNKNOWN_CAR } from '#features/customs/import-rules/model/car.ts';
import { factsOf, parseNumberTerm } from '#features/customs/import-rules/model/conditions/condition.ts';
import type { TableStep } from '../rows/charge-row.ts';
import { lookUp } from './operators.ts';

const AT = { on: '2026-11-22', today: '2026-11-22', buyer: 'person' } as const;

function found(axis: string, steps: Partial<TableStep>[], car: Partial<ImportCar>) {
  const open = { over: null, atLeast: null, below: null, upTo: null };
  const table = { axis: parseNumberTerm(axis)!, steps: steps.map((step) => ({ ...open, ...step }) as TableStep) };
  return lookUp(table, factsOf({ ...UNKNOWN_CAR, ...car }, 'RU', AT));
}

const CC = [
  { upTo: 1000, value: 1 },
  { over: 1000, below: 2000, value: 2 },
  { atLeast: 2000, upTo: 3000, value: 3 },
];

test.each([
  [999, 1],
  [1000, 1],
  [1001, 2],
  [1999, 2],
  [2000, 3],
  [3000, 3],
])('an engine of %i cc is in step %i', (engineCc, value) => {
  expect(found('cc', CC, { engineCc })).toEqual({ least: value, most: value });
});

test('returns null beyond all steps, and names an unknown fact', () => {
  expect(found('cc', CC, { engineCc: 3001 })).toBeNull();
  expect(found('cc', CC, {})).toEqual({ missing: ['engineCc'] });
});

test('a date known only to the year spans all steps of the possible ages', () => {
  const steps = [
    { upTo: 6, value: 10 },
    { atLeast: 7, upTo: 7, value: 5 },
    { atLeast: 8, value: 20 },
  ];
  const age = 'age.fullYears(made..arrival)';
  expect(found(age, steps, { production: dateRange('2019') })).toEqual({ least: 5, most: 10 });
  expect(found(age, steps, { production: dateRange('2019-01') })).toEqual({ least: 5, most: 5 });
  expect(found(age, steps, { firstRegistration: dateRange('2019') })).toEqual({ missing: ['production'] });
});
