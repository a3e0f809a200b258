import { expect, test, vi } from 'vitest';
import { VALUE_FILTERS } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { UNKNOWN_CAR } from '#features/customs/import-rules/model/car.ts';
import type { ImportDestination } from '#features/customs/import-rules/model/destination.ts';
import type { DestinationRules } from '#features/customs/server/api.ts';
import { systemClock } from '#lib/clock.ts';
import { hasSlot } from '../bitmap.ts';
import { CarIndex } from '../car-index.ts';
import type { IndexedCar } from '../indexed-car.ts';
import { memoryInventory } from '../memory-inventory.ts';
import { LandedColumn, LightColumn } from './destination-columns.ts';
import { Destinations } from './destinations.ts';

const NOTHING = Object.fromEntries(VALUE_FILTERS.map((name) => [name, null])) as Record<
  (typeof VALUE_FILTERS)[number],
  null
>;

/** A car whose landed cost is its price; without a price that is whole hundreds it has none. */
function car(id: number, priceCents: number, steering: 'left' | 'right' = 'left'): IndexedCar {
  return {
    id,
    offer: 'Sell',
    postedAt: id,
    values: { make: 1, model: 1, year: 2020, ...NOTHING },
    numbers: { year: 2020, priceCents, mileageKm: null, engineCc: null },
    flags: { certified: false, hasVin: false, hasReport: false, hasPictures: false },
    imported: { car: { ...UNKNOWN_CAR, steering }, taxRate: 0, feeCents: 0 },
    reviewCount: 0,
    ratingSum: 0,
    words: ['car'],
    card: '{}',
  };
}

function indexOf(count: number): CarIndex {
  const index = new CarIndex();
  for (let id = 1; id <= count; id++) index.put(car(id, 100 * ((id * 7) % 11), id % 3 === 0 ? 'right' : 'left'));
  return index;
}

const KENYA: ImportDestination = { country: 'KE', port: null, mode: 'roro', buyer: 'person' };

function rules(version = 1): DestinationRules & { asked: number } {
  const made = {
    asked: 0,
    lightKey: `light KE ${version}`,
    lightOf({ steering }: typeof UNKNOWN_CAR) {
      made.asked += 1;
      return steering === 'right' ? ('green' as const) : ('amber' as const);
    },
    landedKey: `landed KE ${version}`,
    landedCentsOf: (_car: unknown, { priceCents }: { priceCents: number }) =>
      priceCents % 100 === 0 ? priceCents * version : null,
  };
  return made;
}

/** Ids in the order of the column, and the number of cars without a total. */
function orderOf(index: CarIndex, column: LandedColumn) {
  const { order } = column;
  return Array.from({ length: order.length }, (_, position) => index.idOf(order.at(position, false)));
}

test('cars that come, change and leave in every pause of a build are in the finished column', async () => {
  const index = indexOf(60);
  const column = new LandedColumn(index, rules());
  const light = new LightColumn(index, rules());
  index.watch(column);
  index.watch(light);
  const ids = Array.from({ length: 60 }, (_, at) => at + 1);
  let pauses = 0;
  /** Three cars leave, others with the same prices come into their slots, and a price changes. */
  const breathe = async () => {
    pauses += 1;
    for (let nth = 0; nth < 3; nth++) {
      const id = ids.splice((pauses * 31 + nth * 17) % ids.length, 1)[0]!;
      const priceCents = index.priceOf(index.slotOf(id)!);
      index.delete(id);
      ids.push(1_000 * pauses + nth);
      index.put(car(1_000 * pauses + nth, priceCents, 'right'));
    }
    index.put(car(ids[pauses % ids.length]!, 50 * (pauses % 9), 'right'));
  };
  await column.build(breathe);
  const built = pauses;
  await light.build(breathe);
  column.settle(1_000);
  light.settle(1_000);
  expect(built).toBeGreaterThan(20);
  const slots = Array.from({ length: index.capacity }, (_, slot) => slot).filter((slot) =>
    hasSlot(index.forSale, slot),
  );
  const price = (slot: number) => (index.priceOf(slot) % 100 === 0 ? index.priceOf(slot) : Number.POSITIVE_INFINITY);
  const expected = slots.sort((a, b) => price(a) - price(b) || index.idOf(a) - index.idOf(b));
  expect(orderOf(index, column)).toEqual(expected.map((slot) => index.idOf(slot)));
  expect(slots.filter((slot) => !hasSlot(column.withTotal, slot)).length).toBeGreaterThan(0);
  for (const slot of slots) {
    expect(hasSlot(column.withTotal, slot)).toBe(Number.isFinite(price(slot)));
    expect(hasSlot(light.passing('green'), slot)).toBe(index.carOf(slot).steering === 'right');
    expect(hasSlot(light.passing('amber'), slot)).toBe(true);
  }
});

test('grows with the index', async () => {
  const index = indexOf(10);
  const of = new Destinations(index, () => rules());
  await of.column('landed', KENYA);
  await of.column('light', KENYA);
  for (let id = 100; id < 3_000; id++) index.put(car(id, 100 * id));
  const column = await of.column('landed', KENYA);
  expect(orderOf(index, column).at(-1)).toBe(2_999);
  expect((await of.column('light', KENYA)).passing('amber').length).toBe(index.capacity / 32);
});

test('simultaneous requests share one build, and later requests do not wait', async () => {
  const index = indexOf(50);
  const kenya = rules();
  const of = new Destinations(index, () => kenya);
  const [one, other] = await Promise.all([of.column('light', KENYA), of.column('light', KENYA)]);
  expect(one).toBe(other);
  expect(kenya.asked).toBe(50);
  expect(of.column('light', KENYA)).toBe(one);
  index.put(car(7, 100, 'right'));
  expect(of.column('light', KENYA)).toBe(one);
  expect(kenya.asked).toBe(51);
});

test('a new price asks for no light, and a car whose facts and price stay asks for nothing', async () => {
  const index = indexOf(50);
  const kenya = rules();
  let totals = 0;
  const landedCentsOf: DestinationRules['landedCentsOf'] = (each, offer) => {
    totals += 1;
    return kenya.landedCentsOf(each, offer);
  };
  const of = new Destinations(index, () => ({ ...kenya, landedCentsOf }));
  const landed = await of.column('landed', KENYA);
  const use = async () => {
    await of.column('light', KENYA);
    await of.column('landed', KENYA);
    return { lights: kenya.asked, totals };
  };
  expect(await use()).toEqual({ lights: 50, totals: 50 });
  index.put({ ...car(6, index.priceOf(index.slotOf(6)!), 'right'), reviewCount: 3 });
  expect(await use()).toEqual({ lights: 50, totals: 50 });
  index.put(car(6, 5_000, 'right'));
  expect(await use()).toEqual({ lights: 50, totals: 51 });
  expect(orderOf(index, landed).at(-1)).toBe(6);
});

test('cars move in the order as their prices, totals and offers change, and ties stay in the order of ids', async () => {
  const index = indexOf(300);
  const of = new Destinations(index, () => rules());
  const ids = Array.from({ length: 300 }, (_, at) => at + 1);
  // A linear congruential generator: the same changes in each run.
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < 400; round++) {
    const id = ids[random(ids.length)]!;
    const kind = random(10);
    if (kind === 0) index.delete(id);
    else if (kind === 1) index.put({ ...car(id, 100), offer: 'Rent' });
    else index.put(car(id, 50 * random(40), random(2) === 0 ? 'left' : 'right'));
    if (random(4) > 0) continue;
    const landed = await of.column('landed', KENYA);
    const light = await of.column('light', KENYA);
    const slots = Array.from({ length: index.capacity }, (_, slot) => slot).filter((slot) =>
      hasSlot(index.forSale, slot),
    );
    const price = (slot: number) => (index.priceOf(slot) % 100 === 0 ? index.priceOf(slot) : Number.POSITIVE_INFINITY);
    const expected = slots.sort((a, b) => price(a) - price(b) || index.idOf(a) - index.idOf(b));
    expect(orderOf(index, landed)).toEqual(expected.map((slot) => index.idOf(slot)));
    for (const slot of slots) {
      expect(hasSlot(landed.withTotal, slot)).toBe(Number.isFinite(price(slot)));
      expect(hasSlot(light.passing('green'), slot)).toBe(index.carOf(slot).steering === 'right');
    }
  }
});

test('destinations with the same rules share a column, and new rules replace it', async () => {
  const index = indexOf(20);
  let version = 1;
  const of = new Destinations(index, () => rules(version));
  const first = await of.column('landed', KENYA);
  expect(await of.column('landed', { ...KENYA, port: 'KEMBA' })).toBe(first);
  expect(of.size).toBe(1);
  version = 2;
  expect(await of.column('landed', KENYA)).not.toBe(first);
  expect(of.size).toBe(1);
});

test('keeps only what fits, and drops what is not used', async () => {
  const index = indexOf(20);
  const of = new Destinations(index, ({ country }) => ({ ...rules(), lightKey: country }), {
    maxBytes: 3 * new LightColumn(index, rules()).bytes,
    idleMs: 100,
  });
  for (const country of ['KE', 'TZ', 'UG', 'RW']) await of.column('light', { ...KENYA, country });
  expect(of.size).toBe(3);
  const used = setInterval(() => void of.column('light', { ...KENYA, country: 'RW' }), 20);
  await expect.poll(() => of.size).toBe(1);
  clearInterval(used);
  await expect.poll(() => of.size).toBe(0);
});

test('a request does not wait for long, and a later one gets the column', async () => {
  const index = indexOf(30);
  const slow = rules();
  const lightOf = (imported: typeof UNKNOWN_CAR) => {
    for (const until = performance.now() + 2; performance.now() < until; );
    return slow.lightOf(imported);
  };
  const of = new Destinations(index, () => ({ ...slow, lightOf }), { maxWaitMs: 1 });
  await expect(of.column('light', KENYA)).rejects.toMatchObject({ code: 'overloaded', options: { retryAfter: 2 } });
  await expect.poll(async () => Promise.resolve(of.column('light', KENYA)).catch(() => null)).not.toBeNull();
});

test('ever new destinations are refused once their builds have taken too long, known ones are not', async () => {
  const index = indexOf(30);
  const of = new Destinations(
    index,
    ({ country }) => ({
      ...rules(),
      lightKey: country,
      lightOf: () => {
        for (const until = performance.now() + 5; performance.now() < until; );
        return 'green';
      },
    }),
    { creditMs: 20 },
  );
  const kenya = await of.column('light', KENYA);
  expect(() => of.column('light', { ...KENYA, country: 'TZ' })).toThrow(
    expect.objectContaining({ code: 'overloaded' }),
  );
  expect(of.column('light', KENYA)).toBe(kenya);
});

test('a country without rules is a wrong value of the request', () => {
  const of = new Destinations(indexOf(1), () => null);
  expect(() => of.column('light', { ...KENYA, country: 'XX' })).toThrow(
    expect.objectContaining({ code: 'malformed', options: { fields: { to: 'importRules.unknownCountry' } } }),
  );
});

test('the columns of an index are dropped once it is gone, so that it does not stay in memory', async () => {
  const index = indexOf(20);
  const unwatch = vi.spyOn(index, 'unwatch');
  let current: ReturnType<Parameters<typeof memoryInventory>[0]['current']> = { index, reservations: new Map() };
  const inventory = memoryInventory({
    current: () => current,
    refresh: () => null,
    sql: { count: async () => ({ total: -1, totalIsLeast: false }) } as never,
    readDetail: async () => null,
    clock: systemClock,
    rulesOf: () => rules(),
  });
  const criteria = { offer: 'Sell', destination: KENYA, mayImport: 'green' } as const;
  expect((await inventory.count(criteria)).total).toBe(6);
  expect(unwatch).not.toHaveBeenCalled();
  current = null;
  expect((await inventory.count(criteria)).total).toBe(-1);
  expect(unwatch).toHaveBeenCalledOnce();
});
