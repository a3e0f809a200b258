import type { SeededRandom } from '@carquay/demo/inventory/seeded-random.ts';
import { dateRange } from '#features/customs/import-rules/model/calendar.ts';
import { BODIES, BUYERS, FUELS, type ImportCar, type Proof } from '#features/customs/import-rules/model/car.ts';
import type { Assessment } from '#features/customs/import-rules/model/conditions/condition.ts';

const two = (part: number) => String(part).padStart(2, '0');

/** A used car with all facts known. */
export function randomCar(random: SeededRandom, country: string): ImportCar {
  const year = random.whole(2005, 2026);
  const month = random.whole(1, year === 2026 ? 6 : 12);
  const later = month + random.whole(0, 5);
  const registered = `${year + Math.floor((later - 1) / 12)}-${two(((later - 1) % 12) + 1)}-${two(random.whole(1, 28))}`;
  const proofs: Proof[] = ['gulf', 'saudi', 'eu', 'us', `local:${country}`];
  const fuel = random.pick(FUELS);
  return {
    production: dateRange(`${year}-${two(month)}`),
    firstRegistration: dateRange(registered),
    modelYear: year + random.whole(0, 1),
    steering: random.pick(['left', 'right']),
    fuel,
    engineCc: fuel === 'electric' ? null : random.whole(800, 5000),
    powerKw: random.whole(40, 300),
    emissionStage: fuel === 'electric' ? null : random.whole(3, 6),
    conformity: proofs.filter(() => random.chance(0.5)),
    body: random.pick(BODIES),
    madeIn: random.pick(['CN', 'CN', 'JP', 'US']),
    curbWeightKg: random.whole(800, 2800),
    co2: random.whole(0, 320),
    volumeCbm: random.whole(80, 180) / 10,
  };
}

export function randomAssessment(random: SeededRandom): Assessment {
  return {
    on: random.pick(['2026-11-22', '2026-12-31', '2027-02-15']),
    today: '2026-11-22',
    buyer: random.pick(BUYERS),
  };
}

export const EVERY_FACT = [
  'production',
  'firstRegistration',
  'modelYear',
  'steering',
  'fuel',
  'engineCc',
  'powerKw',
  'emissionStage',
  'conformity',
  'body',
  'madeIn',
  'curbWeightKg',
  'co2',
  'volumeCbm',
] as const satisfies (keyof ImportCar)[];

export function without(car: ImportCar, facts: readonly (keyof ImportCar)[]): ImportCar {
  const unknown = Object.fromEntries(facts.map((fact) => [fact, fact === 'conformity' ? [] : null]));
  return { ...car, ...unknown };
}
