import { expect, test } from 'vitest';
import { dateRange } from '#features/customs/import-rules/model/calendar.ts';
import { type ImportCar, UNKNOWN_CAR } from '#features/customs/import-rules/model/car.ts';
import {
  CAN_FAIL,
  CAN_HOLD,
  ConditionError,
  type Facts,
  factsOf,
  horsepower,
  kwOfHorsepower,
  openFacts,
  parseCondition,
  possibleOf,
} from './condition.ts';

const YES = CAN_HOLD;
const NO = CAN_FAIL;
const OPEN = CAN_HOLD | CAN_FAIL;

const AT = { on: '2026-11-22', today: '2026-11-01', buyer: 'person' } as const;
const facts = (car: Partial<ImportCar>): Facts => factsOf({ ...UNKNOWN_CAR, ...car }, 'GH', AT);

test.each<[string, Partial<ImportCar>, number]>([
  ['', {}, YES],
  ['fuel=petrol|diesel', { fuel: 'diesel' }, YES],
  ['fuel=petrol|diesel', { fuel: 'electric' }, NO],
  ['fuel=petrol|diesel', {}, OPEN],
  ['fuel!=petrol|diesel', { fuel: 'electric' }, YES],
  ['fuel!=electric', { engineCc: 1500 }, YES],
  ['fuel=electric', { engineCc: 1500 }, NO],
  ['fuel!=diesel', { engineCc: 1500 }, OPEN],
  ['fuel!=electric', {}, OPEN],
  ['steering=left', { steering: 'right' }, NO],
  ['buyer=person', {}, YES],
  ['buyer=company|dealer', {}, NO],
  ['madeIn=CN', { madeIn: 'JP' }, NO],
  ['cc<=1500', { engineCc: 1500 }, YES],
  ['cc<1500', { engineCc: 1500 }, NO],
  ['cc=1501..3000', { engineCc: 1500 }, NO],
  ['cc=1501..3000', { engineCc: 3000 }, YES],
  ['cc>3000', {}, OPEN],
  ['hp<=160', { powerKw: kwOfHorsepower(160) }, YES],
  ['hp<=160', { powerKw: 118 }, NO],
  ['stage>=5', { emissionStage: 5 }, YES],
  ['proof=gulf|saudi', { conformity: ['saudi'] }, YES],
  ['proof=gulf|saudi', { conformity: ['eu'] }, NO],
  ['proof=local', { conformity: ['local:GH'] }, YES],
  ['proof=local', { conformity: ['local:NG'] }, NO],
  ['made>=2013', { production: dateRange('2013') }, YES],
  ['made>2013', { production: dateRange('2013') }, NO],
  ['made>2012', { production: dateRange('2013') }, YES],
  ['made<=2013', { production: dateRange('2013') }, YES],
  ['registered>=2019-06-15', { firstRegistration: dateRange('2019-06') }, OPEN],
  // A car is made before it is registered, so an early registration proves its age.
  ['made>=2013', { firstRegistration: dateRange('2012') }, NO],
  ['made>=2013', { firstRegistration: dateRange('2014') }, OPEN],
  ['registered>=2013', { production: dateRange('2014') }, YES],
  ['age.fullYears(made..arrival)<=7', { production: dateRange('2019') }, YES],
  ['age.fullYears(made..arrival)<=6', { production: dateRange('2019') }, OPEN],
  ['age.fullYears(made..arrival)<=6', { production: dateRange('2019-12') }, YES],
  ['age.calendarYears(made..arrival)<=6', { production: dateRange('2019') }, NO],
  [
    'age.calendarYears(carYear..arrival)<=6',
    { production: dateRange('2020'), firstRegistration: dateRange('2021') },
    YES,
  ],
  ['age.calendarYears(carYear..arrival)<=6', { firstRegistration: dateRange('2020') }, YES],
  ['age.calendarYears(carYear..arrival)<=6', {}, OPEN],
  ['age.calendarYears(modelYear..arrival)<=1', { modelYear: 2025 }, YES],
  ['age.calendarYears(modelYear..arrival)<=1', {}, OPEN],
  ['age.calendarYears(modelYear..arrival)<=1', { production: dateRange('2023') }, NO],
  ['age.calendarYears(modelYear..arrival)<=1', { production: dateRange('2024') }, OPEN],
  ['age.calendarYears(modelYear..arrival)<=1', { production: dateRange('2025') }, YES],
  ['age.calendarYears(modelYear..arrival)<=1', { firstRegistration: dateRange('2023') }, NO],
  ['age.days(registered..export)>180', { firstRegistration: dateRange('2026-05-05') }, NO],
  ['age.days(registered..export)>180', { firstRegistration: dateRange('2026-05-04') }, YES],
  ['fuel=diesel & cc<=4000', { fuel: 'petrol' }, NO],
  ['fuel=diesel & cc<=4000', { fuel: 'diesel' }, OPEN],
])('%j of %j', (text, car, possible) => {
  expect(possibleOf(parseCondition(text), facts(car))).toBe(possible);
});

test.each([
  'color=red',
  'fuel=wood',
  'fuel<petrol',
  'cc<=much',
  'cc<=1..2',
  'age.years(made..arrival)<=3',
  'age.months(modelYear..arrival)<=3',
  'age.months(made..death)<=3',
  'proof=any',
  'made>=2013-1',
  'process.exit()',
  'cc>1 | cc<2',
])('rejects %j', (text) => {
  expect(() => parseCondition(text)).toThrow(ConditionError);
});

test('names the facts that leave a condition open, and none once it has failed', () => {
  const condition = parseCondition('fuel=diesel & cc<=4000 & age.fullYears(made..arrival)<=6');
  expect(openFacts(condition, facts({ production: dateRange('2019') }))).toEqual(['fuel', 'engineCc', 'production']);
  expect(openFacts(condition, facts({ fuel: 'petrol' }))).toEqual([]);
});

test('horsepower is rounded to a tenth, and converts back to the same number', () => {
  expect(horsepower(118)).toBe(160.4);
  expect(horsepower(kwOfHorsepower(190))).toBe(190);
});
