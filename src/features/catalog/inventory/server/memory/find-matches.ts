import {
  FLAG_FILTERS,
  type ListingCriteria,
  type NumberRange,
  RANGE_FILTERS,
  type RangeFilter,
  VALUE_FILTERS,
} from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { addSlot, type Bitmap, hasSlot, intersect, keep, removeSlot, subtract } from './bitmap.ts';
import type { CarColumns } from './car-columns.ts';
import type { CarOrder, OrderKey, RangeSplit } from './car-order.ts';
import type { LandedColumn, LightColumn } from './destinations/destination-columns.ts';
import { Matches } from './matches.ts';

/** What criteria and orders ask of their destination. */
export type DestinationColumns = { light?: LightColumn; landed?: LandedColumn };

/** What criteria need in addition to the facts of the cars. */
export type Circumstances = {
  now: Date;
  imports?: DestinationColumns | undefined;
  /** Visits the ids of the cars that are rented on any of the days. */
  forEachRented(days: { from: string; to: string }, visit: (id: number) => void): void;
};

type Needs = Circumstances & {
  columns: CarColumns;
  /** The orders of the cars of the wanted offer. */
  orders: Record<OrderKey, CarOrder>;
  slotOf(id: number): number | undefined;
  /** A bitmap for intermediate results. */
  scratch: Bitmap;
};

const DAY_US = 86_400_000_000;
/** Up to this share of all slots, comparing the cars of a list one by one is faster than combining bitmaps. */
const LISTED_SHARE = 0.15;
const ORDER_OF_RANGE: { [Name in RangeFilter]?: OrderKey } = {
  priceCents: 'price',
  mileageKm: 'mileage',
  year: 'year',
};

/** Finds the cars that match criteria without phrases and without a light. @param spare a bitmap that the result may use */
export function findMatches(criteria: ListingCriteria, needs: Needs, spare: Bitmap): Matches {
  const { columns } = needs;
  const candidates = criteria.words?.length || criteria.excludedWords?.length ? null : fewCandidates(criteria, needs);
  if (candidates && candidates.length <= columns.capacity * LISTED_SHARE)
    return Matches.inList(criteria.offer, narrowList(candidates.list(), criteria, needs), columns.capacity);
  spare.set(columns.offers[criteria.offer]);
  narrowBitmap(spare, criteria, needs);
  return Matches.inBitmap(criteria.offer, spare);
}

/** A list of slots that contains all matches, made when it is needed. */
type Candidates = { length: number; list(): Uint32Array };

/** Returns the shortest list that the criteria offer: the cars of makes or models, of a city, of a seller or in a range. */
function fewCandidates(criteria: ListingCriteria, { columns: { values }, orders, imports, now }: Needs) {
  let fewest: Candidates | null = null;
  const consider = (lists: Uint32Array[]) => {
    const length = lists.reduce((sum, list) => sum + list.length, 0);
    if (!fewest || length < fewest.length) fewest = { length, list: () => joined(lists, length) };
  };
  const { vehicles, city, seller, landedCents, listedWithinDays } = criteria;
  if (vehicles?.every((key) => key > 0)) consider(values.make.listsOf(vehicles));
  else if (vehicles?.every((key) => key < 0)) consider(values.model.listsOf(vehicles.map((key) => -key)));
  if (city) consider(values.city.listsOf(city));
  if (seller) consider(values.seller.listsOf(seller));
  for (const name of RANGE_FILTERS) {
    const order = ORDER_OF_RANGE[name];
    const range = criteria[name];
    if (order && range) consider([orders[order].split(range).inside]);
  }
  if (landedCents) consider([imports!.landed!.order.split(landedCents).inside]);
  if (listedWithinDays !== undefined)
    consider([orders.postedAt.split({ min: firstPost(now, listedWithinDays) }).inside]);
  return fewest as Candidates | null;
}

function joined(lists: readonly Uint32Array[], length: number): Uint32Array {
  const all = new Uint32Array(length);
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

const firstPost = (now: Date, days: number) => now.getTime() * 1000 - days * DAY_US;

/** Removes the slots that do not match from a list. */
function narrowList(list: Uint32Array, criteria: ListingCriteria, needs: Needs): Uint32Array {
  const { columns, imports, slotOf, now, forEachRented } = needs;
  let count = list.length;
  const keepIf = (fits: (slot: number) => boolean) => {
    let kept = 0;
    for (let at = 0; at < count; at++) {
      const slot = list[at]!;
      if (fits(slot)) list[kept++] = slot;
    }
    count = kept;
  };
  for (const name of VALUE_FILTERS) {
    const values = criteria[name];
    if (values) count = columns.values[name].keepListed(list, count, values);
  }
  for (const { filter, values } of criteria.excludedValues ?? []) {
    const isExcluded = columns.values[filter].hasAny(values);
    keepIf((slot) => !isExcluded(slot));
  }
  for (const name of RANGE_FILTERS) {
    const range = criteria[name];
    if (range) count = keepInRange(list, count, columns.numbers[name], range);
  }
  const { landedCents } = criteria;
  if (landedCents) keepIf((slot) => imports!.landed!.isWithin(slot, landedCents));
  const ofOffer = columns.offers[criteria.offer];
  keepIf((slot) => hasSlot(ofOffer, slot));
  const { vehicles, excludedVehicles, minRating, listedWithinDays, freeDays } = criteria;
  if (vehicles) keepIf(isAnyOf(vehicles, columns));
  if (excludedVehicles) {
    const isExcluded = isAnyOf(excludedVehicles, columns);
    keepIf((slot) => !isExcluded(slot));
  }
  for (const name of FLAG_FILTERS) if (criteria[name]) keepIf((slot) => hasSlot(columns.flags[name], slot));
  if (minRating !== undefined) keepIf((slot) => columns.isRated(slot, minRating));
  if (listedWithinDays !== undefined) {
    const first = firstPost(now, listedWithinDays);
    keepIf((slot) => columns.postedAt[slot]! >= first);
  }
  if (freeDays) {
    const rented = new Set<number | undefined>();
    forEachRented(freeDays, (id) => rented.add(slotOf(id)));
    keepIf((slot) => !rented.has(slot));
  }
  return list.subarray(0, count);
}

function keepInRange(list: Uint32Array, count: number, numbers: Float64Array, range: NumberRange): number {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = range;
  let kept = 0;
  for (let at = 0; at < count; at++) {
    const slot = list[at]!;
    const number = numbers[slot]!;
    // Without a branch, which the processor would often predict wrongly.
    list[kept] = slot;
    kept += Number(number >= min) & Number(number <= max);
  }
  return kept;
}

function isAnyOf(keys: readonly number[], { values: { make, model } }: CarColumns): (slot: number) => boolean {
  const isMake = make.hasAny(keys.filter((key) => key > 0));
  const isModel = model.hasAny(modelsOf(keys));
  return (slot) => isMake(slot) || isModel(slot);
}

/** Removes the cars that do not match from a bitmap of all cars of the offer. */
function narrowBitmap(slots: Bitmap, criteria: ListingCriteria, needs: Needs): void {
  const { columns, orders, imports, slotOf, now, forEachRented, scratch } = needs;
  const { landedCents, vehicles, excludedVehicles, words, wholeWords, excludedWords, listedWithinDays } = criteria;
  const united = (unite: (target: Bitmap) => void): Bitmap => {
    scratch.fill(0);
    unite(scratch);
    return scratch;
  };
  const uniteVehicles = (keys: readonly number[]) => (target: Bitmap) => {
    columns.values.make.unite(
      keys.filter((key) => key > 0),
      target,
    );
    columns.values.model.unite(modelsOf(keys), target);
  };
  if (vehicles) intersect(slots, united(uniteVehicles(vehicles)));
  for (const name of VALUE_FILTERS) {
    const values = criteria[name];
    const column = columns.values[name];
    if (values) intersect(slots, column.bitmapOf(values) ?? united((target) => column.unite(values, target)));
  }
  for (const { filter, values } of criteria.excludedValues ?? []) {
    subtract(
      slots,
      united((target) => columns.values[filter].unite(values, target)),
    );
  }
  for (const name of FLAG_FILTERS) if (criteria[name]) intersect(slots, columns.flags[name]);
  for (const [index, word] of (words ?? []).entries()) {
    const isPrefix = index === words!.length - 1 && !wholeWords;
    intersect(
      slots,
      united((target) => columns.words.unite(word, isPrefix, target)),
    );
  }
  for (const word of excludedWords ?? [])
    subtract(
      slots,
      united((target) => columns.words.unite(word, false, target)),
    );
  if (excludedVehicles) subtract(slots, united(uniteVehicles(excludedVehicles)));
  for (const name of RANGE_FILTERS) {
    const range = criteria[name];
    const order = ORDER_OF_RANGE[name];
    if (range && order) keepOrdered(slots, orders[order].split(range), scratch);
    else if (range) keepRange(slots, columns.numbers[name], range);
  }
  if (landedCents) keepOrdered(slots, imports!.landed!.order.split(landedCents), scratch);
  if (listedWithinDays !== undefined) {
    const first = firstPost(now, listedWithinDays);
    keep(slots, (slot) => columns.postedAt[slot]! >= first);
  }
  const { minRating, freeDays } = criteria;
  if (minRating !== undefined) keep(slots, (slot) => columns.isRated(slot, minRating));
  if (freeDays)
    forEachRented(freeDays, (id) => {
      const slot = slotOf(id);
      if (slot !== undefined) removeSlot(slots, slot);
    });
}

/** Keeps the cars of a range by adding those in it or by removing those out of it, whichever are fewer. */
function keepOrdered(slots: Bitmap, { inside, outside }: RangeSplit, scratch: Bitmap): void {
  const out = outside.reduce((sum, { length }) => sum + length, 0);
  if (inside.length > out) {
    for (const part of outside) for (let at = 0; at < part.length; at++) removeSlot(slots, part[at]!);
    return;
  }
  scratch.fill(0);
  for (let at = 0; at < inside.length; at++) addSlot(scratch, inside[at]!);
  intersect(slots, scratch);
}

function keepRange(slots: Bitmap, numbers: Float64Array, range: NumberRange): void {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = range;
  for (let word = 0; word < slots.length; word++) {
    let kept = 0;
    for (let bits = slots[word]!; bits !== 0; bits &= bits - 1) {
      const bit = bits & -bits;
      const number = numbers[(word << 5) + 31 - Math.clz32(bit)]!;
      if (number >= min && number <= max) kept |= bit;
    }
    slots[word] = kept;
  }
}

const modelsOf = (keys: readonly number[]) => keys.filter((key) => key < 0).map((key) => -key);
