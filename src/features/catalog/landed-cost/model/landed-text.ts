import type { Destination } from '#features/customs/import-rules/model/destination.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { LandedListResponse, LandedResponse } from './landed-cost-contract.ts';

/** The part of a share card's file name that says where the car goes, by which version of the rules, assessed on which day. */
type CardPlace = { place: string; version: number; today: string };

export function writeCardPlace({ place, version, today }: CardPlace): string {
  return `${place}.${version}.${today.replaceAll('-', '')}`;
}

/** Returns the destination as text, or null for a card without one. */
export function placeOfCard(part: string | undefined): string | null {
  return part?.split('.')[0] || null;
}

/** The answer about one car, with the rate of its amounts in the currency of the country. */
export type LandedItem = LandedListResponse['items'][number] &
  Pick<LandedListResponse, 'local_currency' | 'rate_date' | 'place'>;

export function landedQuery({ country, port, buyer }: Destination, ids: readonly number[]) {
  return { ids: ids.join(','), country, buyer, ...(port && { port }) };
}

export function landedItemsOf({ items, local_currency, rate_date, place }: LandedListResponse): LandedItem[] {
  return items.map((item) => ({ ...item, local_currency, rate_date, place }));
}

/** What a card says after its light: what the car costs at the destination. Empty if it may not be imported, or nothing is known. */
export function cardCost(item: LandedItem, t: Translator): string {
  const { light, why, landed, at_least: atLeast, shown_as: shownAs, place } = item;
  if (why !== null || light === 'red') return '';
  if (!landed || shownAs === 'none')
    return atLeast === null ? '' : t('shipTo.card.atLeast', { amount: t.dollars(atLeast, 'whole'), place });
  const { low, likely, high } = landed;
  if (shownAs === 'range')
    return t('shipTo.card.range', { low: t.dollars(low, 'whole'), high: t.dollars(high, 'whole'), place });
  return t('shipTo.card.cost', { amount: t.dollars(likely, 'whole'), place });
}

type Landed = Pick<LandedItem, 'landed' | 'shown_as' | 'missing' | 'at_least' | 'lacks'>;

/** What a car costs at the destination in one line: the whole sum, or what is known and what it lacks. */
export function landedText({ landed, shown_as, missing, at_least, lacks }: Landed, t: Translator): string {
  if (!landed && at_least !== null && lacks.length > 0)
    return t('shipTo.atLeast', { amount: t.dollars(at_least, 'whole'), lacks: lacksText(lacks, t) });
  if (!landed || shown_as === 'none') return t('shipTo.noEstimate', { missing: missing[0] ?? '' });
  const range = { low: t.dollars(landed.low, 'whole'), high: t.dollars(landed.high, 'whole') };
  if (shown_as === 'range') return t('shipTo.landed.range', range);
  return t('shipTo.landed', { ...range, likely: t.dollars(landed.likely, 'whole') });
}

function lacksText([first = '', ...others]: string[], t: Translator): string {
  return others.length < 2
    ? t.list([first, ...others])
    : t('shipTo.lacks.more', { first, count: t.number(others.length) });
}

/** The parts of a response that its cost in one line needs. */
export const landedOf = ({ total, at_least, shown_as, missing }: LandedResponse): Landed => ({
  landed: total,
  at_least,
  shown_as,
  missing: missing.map(({ sentence }) => sentence),
  lacks: [...new Set(missing.map(({ name }) => name))],
});

type Rated = Pick<LandedItem, 'local_currency' | 'rate_date'>;

/** A landed cost in the currency of the destination, with the date of its rate. */
export function localRangeText(
  { low, likely, high }: { low: number; likely: number; high: number },
  shownAs: LandedItem['shown_as'],
  { local_currency: currency, rate_date: rated }: Rated,
  t: Translator,
): string {
  const isRange = shownAs === 'range' && low !== high;
  const amount = isRange ? `${t.money(low, currency)}–${t.money(high, currency)}` : t.money(likely, currency);
  return t('shipTo.local', { amount, date: rated ? t.date(rated, 'dayOfMonth') : '' });
}

/** An amount in the currency of the destination, with the date of its rate. Null without a rate. */
export function localText(amount: number | undefined, rated: Rated, t: Translator): string | null {
  if (amount === undefined || rated.rate_date === null) return null;
  return t('shipTo.local', {
    amount: t.money(amount, rated.local_currency),
    date: t.date(rated.rate_date, 'dayOfMonth'),
  });
}

/** The city of a destination if a way to it is known, else null. */
export const knownCity = (door: LandedResponse['door'], city: string | null): string | null =>
  city !== null && door?.cities.includes(city) ? city : null;
