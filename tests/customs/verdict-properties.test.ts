import { SeededRandom } from '@carquay/demo/inventory/seeded-random.ts';
import { expect, test } from 'vitest';
import { addDays, dateRange } from '#features/customs/import-rules/model/calendar.ts';
import type { ImportCar } from '#features/customs/import-rules/model/car.ts';
import { type PreparedCountry, prepareCountry } from '#features/customs/import-rules/model/prepare-country.ts';
import { type Light, lightOf, verdictOf } from '#features/customs/import-rules/model/verdict/verdict.ts';
import { readSeed } from '#features/customs/import-rules/server/book/seed.ts';
import { EVERY_FACT, randomAssessment, randomCar, without } from './random-cars.ts';

const book = await readSeed();
const countries = book.countries.map(({ country }) => country);
const prepared = new Map<string, PreparedCountry>();
function preparedFor(country: string, on: string): PreparedCountry {
  const key = `${country} ${on}`;
  if (!prepared.has(key)) prepared.set(key, prepareCountry(book, country, on)!);
  return prepared.get(key)!;
}

const CARS_PER_COUNTRY = 60;

function eachCase(seed: number, check: (random: SeededRandom, country: string, car: ImportCar) => void): void {
  const random = new SeededRandom(seed);
  for (const country of countries)
    for (let round = 0; round < CARS_PER_COUNTRY; round++) check(random, country, randomCar(random, country));
}

test('a light does not become green when facts are removed', () => {
  const seen = new Set<Light>();
  eachCase(20_261_122, (random, country, car) => {
    const at = randomAssessment(random);
    const rules = preparedFor(country, at.on);
    const full = lightOf(rules, car, at);
    seen.add(full);
    for (const fact of EVERY_FACT) {
      const more = EVERY_FACT.filter(() => random.chance(0.15));
      const less = lightOf(rules, without(car, [fact, ...more]), at);
      if (less === 'green') expect(full, `${country} without ${fact} ${more}`).toBe('green');
    }
  });
  expect(seen).toEqual(new Set(['green', 'amber', 'red']));
});

test('a light is red only if it stays red for all values of the unknown facts', () => {
  let reds = 0;
  eachCase(7, (random, country, car) => {
    const at = randomAssessment(random);
    const rules = preparedFor(country, at.on);
    // Proofs are known facts: papers that come later may change a red light.
    const unknown = EVERY_FACT.filter((fact) => fact !== 'conformity' && random.chance(0.4));
    if (lightOf(rules, without(car, unknown), at) !== 'red') return;
    reds++;
    expect(lightOf(rules, car, at), `${country} without ${unknown}`).toBe('red');
  });
  expect(reds).toBeGreaterThan(100);
});

test('a date known only to the year makes no light greener, and red only if every date would', () => {
  eachCase(99, (random, country, car) => {
    const at = randomAssessment(random);
    const rules = preparedFor(country, at.on);
    const year = (range: ImportCar['production']) => range && dateRange(range.earliest.slice(0, 4));
    const vague = { ...car, production: year(car.production), firstRegistration: year(car.firstRegistration) };
    const [exact, less] = [lightOf(rules, car, at), lightOf(rules, vague, at)];
    if (less !== 'amber') expect(less, country).toBe(exact);
  });
});

test('every light is amber when its rules were checked too long ago', () => {
  eachCase(3, (random, country, car) => {
    const at = randomAssessment(random);
    const ends = preparedFor(country, at.on).rules.map(({ staleOn }) => staleOn);
    const [first, last] = [ends.toSorted()[0]!, ends.toSorted().at(-1)!];
    expect(lightOf(preparedFor(country, at.on), car, { ...at, today: last }), country).toBe('amber');
    const lastDay = { ...at, today: addDays(first, -1) };
    expect(verdictOf(preparedFor(country, at.on), car, lastDay).reasons.every(({ isStale }) => !isStale)).toBe(true);
  });
});

test('a verdict has the light of the fast path, and gives doubts unless it is green', () => {
  eachCase(11, (random, country, car) => {
    const at = randomAssessment(random);
    const rules = preparedFor(country, at.on);
    const less = without(
      car,
      EVERY_FACT.filter(() => random.chance(0.2)),
    );
    const verdict = verdictOf(rules, less, at);
    expect(verdict.light).toBe(lightOf(rules, less, at));
    expect(verdict.doubts.length === 0, country).toBe(verdict.light === 'green');
    expect(verdict.doubts[0]?.why === 'prohibited' && verdict.light === 'amber', country).toBe(false);
    for (const reason of verdict.reasons) expect(reason.sources.length).toBeGreaterThan(0);
  });
});

test('only countries whose three gates are decided by sources can be green', () => {
  const green = new Set<string>();
  eachCase(5, (random, country, car) => {
    const at = { ...randomAssessment(random), on: '2026-11-22' };
    const good = {
      ...car,
      conformity: ['eu', 'us', 'gulf', 'saudi', `local:${country}`],
      emissionStage: 6,
    } as ImportCar;
    if (lightOf(preparedFor(country, at.on), good, at) === 'green') green.add(country);
  });
  expect([...green].sort()).toEqual(['GE', 'GH', 'NG', 'TZ']);
});
