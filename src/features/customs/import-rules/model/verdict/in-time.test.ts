import { expect, test } from 'vitest';
import { dateRange } from '#features/customs/import-rules/model/calendar.ts';
import { UNKNOWN_CAR } from '#features/customs/import-rules/model/car.ts';
import { readSeed } from '../../server/book/seed.ts';
import { expectedDay } from '../expected-day.ts';
import { prepareCountry } from '../prepare-country.ts';
import { type Sailing, sailingRow } from '../rows/rule-rows.ts';
import { inTimeOf } from './in-time.ts';
import { verdictOf } from './verdict.ts';

const TODAY = '2026-11-25';
const seed = await readSeed();
const CAR = {
  ...UNKNOWN_CAR,
  production: dateRange('2019-05'),
  firstRegistration: dateRange('2019-06'),
  modelYear: 2019,
  steering: 'right' as const,
  fuel: 'petrol' as const,
  engineCc: 1498,
};

const sailing = (id: string, leaves: string, arrives: string, port = 'KEMBA'): Sailing =>
  sailingRow.parse({
    ...{ id, vessel: `Vessel ${id}`, voyage: '', port, leaves, arrives, sources: 'DONGUK', confidence: 'offer' },
    ...{ from: '', to: '', checked: TODAY, supersedes: '' },
  });

/** Kenya with sailings to it, for a car that is bought on a day. */
function kenya(sailings: Sailing[], today = TODAY) {
  const book = { ...seed, sailings };
  const preparedOn = (day: string) => prepareCountry(book, 'KE', day)!;
  const journey = { mode: 'roro', port: 'KEMBA' } as const;
  const expected = expectedDay(preparedOn(today), journey, today, 45);
  const at = { on: expected.on, today, buyer: 'person' } as const;
  const verdict = verdictOf(preparedOn(at.on), CAR, at);
  return { expected, verdict, inTime: inTimeOf({ car: CAR, at, verdict, port: 'KEMBA', preparedOn }) };
}

test('a car whose next sailing arrives in the new year misses December 31, until the sailing moves', () => {
  const early = sailing('early', '2026-12-01', '2026-12-20');
  const late = kenya([early, sailing('next', '2026-12-10', '2027-01-03')]);
  expect(late.expected).toMatchObject({ on: '2027-01-03', basis: 'arrival', expected: { sailing: 'scheduled' } });
  expect(late.verdict.doubts[0]).toMatchObject({ why: 'conditional', ruleId: 'KE-age-4' });
  expect(late.inTime).toEqual({ isLate: true, gate: 'age', lastDay: '2026-12-31', sailing: early });
  const moved = kenya([early, sailing('next', '2026-12-10', '2026-12-30')]);
  expect(moved.verdict.gates.age).toBe('allowed');
  expect(moved.inTime).toMatchObject({ isLate: false, lastDay: '2026-12-31', sailing: { id: 'next' } });
});

test('without a sailing that the car can reach, the known days at sea count', () => {
  const tooSoon = sailing('soon', '2026-12-05', '2026-12-20');
  const other = sailing('other', '2026-12-10', '2026-12-30', 'KELAU');
  const { expected, inTime } = kenya([tooSoon, other]);
  expect(expected).toMatchObject({ on: '2027-01-23', expected: { sailing: 'known' } });
  expect(inTime).toMatchObject({ isLate: true, lastDay: '2026-12-31', sailing: { id: 'soon' } });
  expect(kenya([]).inTime).toMatchObject({ isLate: true, sailing: null });
});

test('takes the first sailing that leaves after the preparation', () => {
  const sailings = [sailing('c', '2027-02-01', '2027-03-01'), sailing('b', '2026-12-09', '2027-02-20')];
  expect(kenya(sailings).expected.expected?.scheduled?.id).toBe('b');
  expect(kenya(sailings, '2026-11-26').expected.expected?.scheduled?.id).toBe('c');
});

test('sailings to ports of transit count for a country without one, with the days by land that a source has', () => {
  const [early, next] = [sailing('early', '2026-12-01', '2026-12-21'), sailing('next', '2026-12-12', '2026-12-30')];
  const toDar = sailing('dar', '2026-12-10', '2026-12-28', 'TZDAR');
  const elsewhere = sailing('poti', '2026-12-09', '2026-12-20', 'GEPTI');
  const uganda = (sailings: Sailing[]) => {
    const book = { ...seed, sailings };
    const preparedOn = (day: string) => prepareCountry(book, 'UG', day)!;
    const expected = expectedDay(preparedOn(TODAY), { mode: 'roro', port: null }, TODAY, 45);
    const at = { on: expected.on, today: TODAY, buyer: 'person' } as const;
    const car = { ...CAR, production: dateRange('2012-01-06'), firstRegistration: dateRange('2012-02') };
    const verdict = verdictOf(preparedOn(at.on), car, at);
    return { expected, inTime: inTimeOf({ car, at, verdict, port: null, preparedOn }) };
  };
  // 10 to 14 days from Mombasa to Kampala. The car is 15 years old on January 6.
  const { expected, inTime } = uganda([elsewhere, early, next]);
  expect(expected).toMatchObject({ on: '2027-01-13', expected: { sailing: 'scheduled', inlandDays: 14 } });
  expect(inTime).toMatchObject({ isLate: true, gate: 'age', lastDay: '2027-01-05', sailing: { id: 'early' } });
  const throughDar = uganda([elsewhere, toDar, next]).expected;
  expect(throughDar).toMatchObject({ on: '2026-12-28', expected: { scheduled: { id: 'dar' }, inlandDays: null } });
  expect(uganda([elsewhere]).expected.expected?.sailing).not.toBe('scheduled');
});

test('a country with ports counts no sailing while no port is chosen', () => {
  const book = { ...seed, sailings: [sailing('next', '2026-12-12', '2026-12-30')] };
  const { expected } = expectedDay(prepareCountry(book, 'KE', TODAY)!, { mode: 'roro', port: null }, TODAY, 45);
  expect(expected?.sailing).toBe('known');
});
