import { SeededRandom } from '@carquay/demo/inventory/seeded-random.ts';
import { expect, test } from 'vitest';
import type { Range } from '#features/customs/import-rules/model/charges/amounts.ts';
import { type ChargeLine, chargesOf } from '#features/customs/import-rules/model/charges/charges.ts';
import { landedCostOf, landedTotalOf } from '#features/customs/import-rules/model/landed/landed-cost.ts';
import { prepareCountry } from '#features/customs/import-rules/model/prepare-country.ts';
import { SHIPPING_MODES } from '#features/customs/import-rules/model/rows/rule-rows.ts';
import { readSeed } from '#features/customs/import-rules/server/book/seed.ts';
import { EVERY_FACT, randomAssessment, randomCar, without } from './random-cars.ts';

const book = await readSeed();
const countries = book.countries.map(({ country }) => country);
const CURRENCIES = [...new Set(book.countries.map(({ currency }) => currency)), 'EUR', 'ZMK'];

const isOrdered = ({ low, likely, high }: Range) => low <= likely && likely <= high;
const isWhole = ({ low, likely, high }: Range) => [low, likely, high].every(Number.isSafeInteger);

function sum(lines: readonly ChargeLine[], of: (line: ChargeLine) => Range): Range {
  const total = { low: 0, likely: 0, high: 0 };
  for (const line of lines) {
    if (line.kind === 'value') continue;
    total.low += of(line).low;
    total.likely += of(line).likely;
    total.high += of(line).high;
  }
  return total;
}

function randomRange(random: SeededRandom, least: number, most: number): Range {
  const amounts = [0, 0, 0].map(() => random.whole(least * 100, most * 100) / 100).sort((one, other) => one - other);
  return { low: amounts[0]!, likely: amounts[1]!, high: amounts[2]! };
}

const randomRates = (random: SeededRandom) =>
  Object.fromEntries([
    ['USD', 1],
    ...CURRENCIES.filter(() => random.chance(0.9)).map((code) => [code, random.whole(1, 400_000) / 100]),
  ]);

test('lines are ordered and add up to the cent, and there is no total while an amount is missing', () => {
  const random = new SeededRandom(16);
  const totals = new Set<string>();
  for (const country of countries) {
    for (let round = 0; round < 60; round++) {
      const at = randomAssessment(random);
      const car = without(
        randomCar(random, country),
        EVERY_FACT.filter(() => random.chance(0.05)),
      );
      const fob = randomRange(random, 1000, 60_000);
      const cif = { low: fob.low + 800, likely: fob.likely + 1200, high: fob.high + 3000 };
      const values = {
        currency: random.pick(['USD', 'EUR']),
        cif,
        fob,
        newPrice: random.chance(0.5) ? randomRange(random, 10_000, 90_000) : null,
        customsValue: random.chance(0.1) ? cif : null,
      };
      const rates = { ...randomRates(random), EUR: 0.92 };
      const { lines, total, missing, shownAs } = chargesOf(
        prepareCountry(book, country, at.on)!,
        values,
        car,
        at,
        rates,
      );
      for (const { code, amount, local, base } of lines) {
        expect([amount, base, ...(local ? [local] : [])].every(isOrdered), `${country} ${code}`).toBe(true);
        expect([amount, ...(local ? [local] : [])].every(isWhole), `${country} ${code}`).toBe(true);
      }
      expect(total === null, country).toBe(missing.length > 0);
      expect(shownAs === 'none', country).toBe(total === null);
      if (!total) continue;
      totals.add(country);
      expect(total.amount).toEqual(sum(lines, ({ amount }) => amount));
      if (total.local) expect(total.local).toEqual(sum(lines, ({ local }) => local!));
    }
  }
  expect(totals.size).toBeGreaterThan(20);
});

test('a landed cost is price, our charges, freight, insurance and the country’s charges, to the cent', () => {
  const random = new SeededRandom(17);
  let totals = 0;
  for (const country of countries) {
    for (let round = 0; round < 40; round++) {
      const at = randomAssessment(random);
      const priceCents = random.whole(100_000, 6_000_000);
      const offer = { priceCents, taxCents: Math.round(priceCents * 0.08), feeCents: 30_000, newPrice: null };
      const car = without(randomCar(random, country), random.chance(0.1) ? ['volumeCbm'] : []);
      const journey = { mode: random.pick(SHIPPING_MODES), port: null };
      const prepared = prepareCountry(book, country, at.on)!;
      const rates = { USD: 1, ...randomRates(random) };
      const cost = landedCostOf(prepared, offer, journey, car, at, rates);
      expect(landedTotalOf(prepared, offer, journey, car, at, rates)).toEqual(cost.total);
      const part = (code: string) => cost.parts.find((each) => each.code === code)?.amount;
      expect(cost.parts.filter(({ paidTo }) => paidTo === 'carquay')).toHaveLength(1);
      expect(part('carquay')?.likely).toBe(offer.taxCents + offer.feeCents);
      expect(cost.total === null).toBe(cost.missing.length > 0 || cost.charges.total === null);
      for (const side of ['low', 'likely', 'high'] as const) {
        const [freight, insurance] = [part('freight')?.[side], part('insurance')?.[side]];
        if (cost.cfr) expect(cost.cfr[side]).toBe(priceCents + freight!);
        if (cost.cif) expect(cost.cif[side]).toBe(priceCents + freight! + insurance!);
        if (!cost.total) continue;
        totals++;
        const paid = cost.parts.reduce((total, { amount }) => total + amount[side], 0);
        expect(cost.total[side]).toBe(paid + cost.charges.total!.amount[side]);
        expect(isOrdered(cost.total)).toBe(true);
      }
    }
  }
  expect(totals).toBeGreaterThan(300);
});
