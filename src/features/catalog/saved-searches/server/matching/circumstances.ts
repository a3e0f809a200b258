import type { RulesOf } from '#features/catalog/inventory/server/memory/destinations/destinations.ts';
import { priceBreakdown } from '#features/catalog/listings/model/listing-pricing.ts';
import type { ImportDestination } from '#features/customs/import-rules/model/destination.ts';
import type { CarFacts, Circumstances } from '../../model/car-facts.ts';

/** Assesses each car at each destination once, with the rules of now: a changed rule is no change of a car. */
export function circumstancesOf(rulesOf: RulesOf, now: Date): Circumstances {
  const known = new WeakMap<CarFacts, Map<string, unknown>>();
  const once = <Result>(car: CarFacts, key: string, compute: () => Result): Result => {
    const ofCar = known.get(car) ?? new Map<string, unknown>();
    known.set(car, ofCar);
    if (!ofCar.has(key)) ofCar.set(key, compute());
    return ofCar.get(key) as Result;
  };
  const keyOf = ({ country, port, mode, buyer }: ImportDestination) => `${country} ${port} ${mode} ${buyer}`;
  return {
    now,
    lightOf: (car, destination) =>
      once(car, `light ${keyOf(destination)}`, () => {
        const rules = car.imported && rulesOf(destination);
        return rules && car.imported ? rules.lightOf(car.imported.car) : null;
      }),
    landedOf: (car, destination) =>
      once(car, `landed ${keyOf(destination)}`, () => {
        const rules = car.imported && rulesOf(destination);
        if (!rules || !car.imported) return null;
        const { taxRate, feeCents: fee } = car.imported;
        const { priceCents, taxCents, feeCents } = priceBreakdown(car.numbers.priceCents ?? 0, taxRate, fee);
        return rules.landedCentsOf(car.imported.car, { priceCents, taxCents, feeCents, newPrice: null });
      }),
  };
}
