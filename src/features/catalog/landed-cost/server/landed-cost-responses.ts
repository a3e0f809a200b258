import type { Listing } from '#features/catalog/listings/model/listing.ts';
import { priceBreakdown } from '#features/catalog/listings/model/listing-pricing.ts';
import { importCarOfListing } from '#features/catalog/listings/server/facts/import-car.ts';
import type { DateRange, Day } from '#features/customs/import-rules/model/calendar.ts';
import type { ImportCar } from '#features/customs/import-rules/model/car.ts';
import { mapRange, type Range } from '#features/customs/import-rules/model/charges/amounts.ts';
import type { Condition } from '#features/customs/import-rules/model/conditions/condition.ts';
import { citiesOf, type DoorCost, doorCostOf } from '#features/customs/import-rules/model/landed/door-cost.ts';
import {
  type Journey,
  knownCostOf,
  type LandedCost,
  type LandedReference,
  landedCostOf,
  type NewPrice,
  type NotIncluded,
  type Offer,
} from '#features/customs/import-rules/model/landed/landed-cost.ts';
import { portsOf } from '#features/customs/import-rules/model/ports.ts';
import { newPriceCharges } from '#features/customs/import-rules/model/prepare-country.ts';
import type { Charge } from '#features/customs/import-rules/model/rows/charge-row.ts';
import { type InTime, inTimeOf } from '#features/customs/import-rules/model/verdict/in-time.ts';
import { type Reason, type Verdict, verdictOf } from '#features/customs/import-rules/model/verdict/verdict.ts';
import {
  type Assessed,
  amounts,
  assessedResponse,
  chargesResponse,
  type Dated,
  missingResponse,
  sailingResponse,
  sentenceOf,
  sentenceOfDoubt,
  sourcedResponse,
  sourceResponses,
} from '#features/customs/server/api.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { amountOf } from '#lib/money.ts';
import type { CheckResponse, LandedListResponse, LandedResponse } from '../model/landed-cost-contract.ts';
import { doorResponse } from './door-response.ts';

const MAX_PORTS = 5;

export function checkResponse(
  assessed: Assessed,
  car: ImportCar,
  listingId: number | null,
  t: Translator,
): CheckResponse {
  return verdictResponse(assessed, verdictOf(assessed.prepared, car, assessed.at), listingId, t);
}

export function verdictResponse(
  dated: Dated,
  verdict: Verdict,
  listingId: number | null,
  t: Translator,
): CheckResponse {
  return {
    ...assessedResponse(dated, t),
    listing_id: listingId,
    light: verdict.light,
    sentence: sentenceOf(verdict, t),
    doubts: verdict.doubts.map((doubt) => ({
      why: doubt.why,
      rule: 'ruleId' in doubt ? doubt.ruleId : null,
      facts: 'facts' in doubt ? doubt.facts : [],
      sentence: sentenceOfDoubt(doubt, verdict.reasons, t),
    })),
    gates: verdict.gates,
    reasons: verdict.reasons.map(reasonResponse),
    must_arrive_by: verdict.mustArriveBy,
    checked_on: verdict.checkedOn,
    stale_on: verdict.staleOn,
  };
}

function reasonResponse(reason: Reason): CheckResponse['reasons'][number] {
  return {
    rule: reason.ruleId,
    country: reason.country,
    gate: reason.gate,
    outcome: reason.outcome,
    missing: reason.missing,
    sentence: reason.sentence,
    ...sourcedResponse(reason.sources),
    against: sourceResponses(reason.against),
    confidence: reason.confidence,
    sure: reason.solid,
    checked_on: reason.checkedOn,
    stale_on: reason.staleOn,
    valid_from: reason.validFrom,
    valid_to: reason.validTo,
  };
}

function offerOf({ priceCents, taxRate, registrationFeeCents }: Listing, { newPrice, reference }: Asked): Offer {
  const { taxCents, feeCents } = priceBreakdown(priceCents, taxRate, registrationFeeCents);
  return { priceCents, taxCents, feeCents, newPrice, reference: reference ?? null };
}

/** How the cost of a car is asked for. */
export type Asked = {
  journey: Journey;
  newPrice: NewPrice | null;
  reference?: string | null;
  /** The only city to compute the way to. */
  city?: string | null;
  /** What the buyer says about the car. It counts for the cost where the listing says less, never for the light. */
  stated?: { production: DateRange | null; co2: number | null };
};
type Costed = { facts: ImportCar; offer: Offer; verdict: Verdict; landed: LandedCost };

/** The date by which a car has to arrive; null without one, and for a day that the caller named. */
function inTime(assessed: Assessed, { facts, verdict }: Pick<Costed, 'facts' | 'verdict'>, { port }: Journey) {
  const { prepared, at, expected, book } = assessed;
  if (expected.basis !== 'arrival') return null;
  const preparedOn = (day: Day) => book.prepared(prepared.country, day) ?? prepared;
  return inTimeOf({ car: facts, at, verdict, port, preparedOn });
}

function inTimeResponse(found: InTime | null): LandedResponse['in_time'] {
  if (!found) return null;
  const { isLate, gate, lastDay, sailing } = found;
  return { is_late: isLate, gate, last_day: lastDay, sailing: sailing && sailingResponse(sailing) };
}

/** What a red light, or a sailing that comes too late, rests on, in a few words. */
function whyText({ light, doubts, reasons }: Verdict, late: InTime | null, t: Translator): string | null {
  if (late?.isLate && light !== 'green')
    return t('importRules.short.late', { date: t.date(late.lastDay, 'dayOfMonth') });
  const rule = doubts.find(({ why }) => why === 'prohibited');
  const gate = rule && 'ruleId' in rule ? reasons.find(({ ruleId }) => ruleId === rule.ruleId)?.gate : undefined;
  return gate === undefined ? null : t(`importRules.short.${gate}`);
}

export function costsOf({ prepared, at, book }: Assessed, listing: Listing, asked: Asked): Costed {
  const facts = importCarOfListing(listing);
  const { journey } = asked;
  const offer = offerOf(listing, asked);
  const stated = withStated(facts, asked.stated);
  const { rates } = book.ratesOn(at.today);
  return {
    facts,
    offer,
    verdict: verdictOf(prepared, facts, at),
    landed: landedCostOf(prepared, offer, journey, stated, at, rates),
  };
}

function withStated(car: ImportCar, stated: Asked['stated']): ImportCar {
  if (!stated) return car;
  const { production, co2 } = stated;
  const isWithin =
    production !== null &&
    (car.production === null ||
      (car.production.earliest <= production.earliest && production.latest <= car.production.latest));
  return { ...car, production: isWithin ? production : car.production, co2: car.co2 ?? co2 };
}

/** Whether the months in which the car may have been made differ. */
const isMonthOpen = ({ production }: ImportCar) =>
  production === null || production.earliest.slice(0, 7) !== production.latest.slice(0, 7);

/** The facts that the buyer may know, the one that matters most first. */
function asksOf({ prepared }: Assessed, { facts, landed }: Costed, asked: Asked): LandedResponse['asks'] {
  const { missing, reference } = landed;
  const needsNewPrice = newPriceCharges(prepared).length > 0;
  const hasPrice = asked.newPrice !== null || Boolean(reference?.range);
  const missed = (fact: string) => missing.some((each) => 'facts' in each && each.facts.some((name) => name === fact));
  const countsAge = prepared.charges.flat().some(({ charge, scope }) => dependsOnProduction(prepared, charge, scope));
  return [
    ...(needsNewPrice && asked.newPrice === null && (reference?.prices.length ?? 0) > 1 && !reference?.chosen
      ? (['reference'] as const)
      : []),
    ...(needsNewPrice && !hasPrice ? (['new_price'] as const) : []),
    ...((countsAge || missed('production')) && isMonthOpen(withStated(facts, asked.stated))
      ? (['production'] as const)
      : []),
    ...(missed('co2') ? (['co2'] as const) : []),
  ];
}

function dependsOnProduction(
  { tables }: Assessed['prepared'],
  { low, likely, high }: Charge,
  scope: Condition,
): boolean {
  const axes = [low, likely, high].flatMap((rate) =>
    typeof rate === 'object' && rate !== null ? (tables.get(rate.table)?.axis ?? []) : [],
  );
  return [...scope.flatMap(({ term }) => term ?? []), ...axes].some(
    ({ age }) => age !== null && age.from !== 'registered',
  );
}

type LocalRate = { local_currency: string; rate: number | null; rate_date: string | null };

/** The exchange rate of the country's currency. Null for US dollars, and without a usable rate. */
export function localRateOf({ prepared, at, book }: Assessed): LocalRate {
  const { currency } = prepared.row;
  const newest = currency === 'USD' ? undefined : book.ratesOn(at.today).newest.get(currency);
  return { local_currency: currency, rate: newest?.perUsd ?? null, rate_date: newest?.date ?? null };
}

const toLocal = (amount: number, rate: number) => Math.round(amount * rate * 100) / 100;
const rangeToLocal = (cents: Range, rate: number) => mapRange(cents, (each) => toLocal(amountOf(each), rate));

export function landedResponse(assessed: Assessed, listing: Listing, asked: Asked, t: Translator): LandedResponse {
  const costed = costsOf(assessed, listing, asked);
  const answer = { ...costed, rate: localRateOf(assessed) };
  const { city = null } = asked;
  return {
    ...costResponse(assessed, answer, listing.id, t),
    asks: asksOf(assessed, costed, asked),
    in_time: inTimeResponse(inTime(assessed, costed, asked.journey)),
    new_price: newPriceResponse(assessed, asked.newPrice),
    ports: comparedPorts(assessed, listing, asked),
    door: doorResponse(
      doorOf(assessed, costed.landed, city),
      costed.landed,
      { city, cities: citiesOf(assessed.prepared) },
      t,
    ),
  };
}

/** What is paid between the port and the cities, or only one city. */
export const doorOf = ({ prepared, at, book }: Assessed, landed: LandedCost, city: string | null): DoorCost =>
  doorCostOf(prepared, landed, book.ratesOn(at.today).rates, city);

type Answer = Pick<Costed, 'offer' | 'verdict' | 'landed'> & { rate: Pick<LocalRate, 'rate' | 'rate_date'> };

/** The landed cost without other ports to compare. */
export function costResponse(
  dated: Dated,
  { offer, verdict, landed, rate: { rate, rate_date: rateDate } }: Answer,
  listingId: number,
  t: Translator,
): LandedResponse {
  return {
    ...assessedResponse(dated, t),
    listing_id: listingId,
    port: landed.journey.port,
    mode: landed.journey.mode,
    light: verdict.light,
    sentence: sentenceOf(verdict, t),
    currency: 'USD',
    parts: landed.parts.map(({ code, amount, paidTo, sources, confidence, checkedOn }) => ({
      code,
      name: t(`importRules.part.${code}`),
      ...amounts(amount),
      paid_to: paidTo,
      ...sourcedResponse(sources),
      confidence,
      checked_on: checkedOn,
    })),
    carquay: { tax: amountOf(offer.taxCents), registration_fee: amountOf(offer.feeCents) },
    fob: amounts(landed.fob),
    cfr: landed.cfr && amounts(landed.cfr),
    cif: landed.cif && amounts(landed.cif),
    charges: chargesResponse(landed.charges, rateDate, t),
    total: landed.total && amounts(landed.total),
    at_least: atLeastOf(landed),
    shown_as: landed.shownAs,
    local:
      rate === null
        ? null
        : {
            price: toLocal(amountOf(offer.priceCents), rate),
            total: landed.total && rangeToLocal(landed.total, rate),
          },
    new_price: null,
    reference: referenceResponse(landed.reference ?? null),
    asks: [],
    door: null,
    in_time: null,
    transit_days: landed.transitDays,
    missing: landed.missing.map((each) => missingResponse(each, dated.prepared.country, t)),
    not_included: landed.notIncluded.map((code: NotIncluded) => ({ code, name: t(`importRules.notIncluded.${code}`) })),
    ports: [],
  };
}

/** Null with a total, which says more. */
export function atLeastOf(landed: Pick<LandedCost, 'total' | 'parts' | 'charges'>): number | null {
  return landed.total === null ? amountOf(knownCostOf(landed).low) : null;
}

const MOST_PRICES = 40;

function referenceResponse(reference: LandedReference | null): LandedResponse['reference'] {
  if (!reference) return null;
  const { row, sources, prices, chosen, range } = reference;
  return {
    make: row.make,
    currency: row.currency,
    valid_from: row.from,
    ...sourcedResponse(sources),
    is_used: range !== null,
    chosen,
    prices: prices.slice(0, MOST_PRICES).map(({ id, model, number, drive, engineCc, body, fuel, price }) => ({
      ...{ id, model, number, body, fuel, price, engine_cc: engineCc },
      wheels_driven: drive === null ? null : drive === '4' ? 4 : 2,
    })),
  };
}

function newPriceResponse({ prepared }: Assessed, given: NewPrice | null): LandedResponse['new_price'] {
  const charges = newPriceCharges(prepared);
  if (charges.length === 0) return null;
  return {
    given,
    used_by: [...new Set(charges.map(({ charge }) => charge.name))],
    sources: sourceResponses([...new Set(charges.flatMap(({ sources }) => sources))]),
  };
}

/** What the car costs at ports of the country: the asked one first. */
function comparedPorts(
  assessed: Assessed,
  listing: Listing,
  { journey: { mode, port }, ...more }: Asked,
): LandedResponse['ports'] {
  const all = portsOf(assessed.prepared.country);
  const asked = all.filter(({ code }) => code === port);
  const others = all.filter(({ code }) => code !== port);
  return [...asked, ...others].slice(0, MAX_PORTS).map(({ code, name }) => {
    const { landed } = costsOf(assessed, listing, { ...more, journey: { mode, port: code } });
    return {
      port: code,
      name,
      cfr: landed.cfr && amounts(landed.cfr),
      cif: landed.cif && amounts(landed.cif),
      transit_days: landed.transitDays,
    };
  });
}

export function landedItem(
  assessed: Assessed,
  listing: Listing,
  journey: Journey,
  t: Translator,
): LandedListResponse['items'][number] {
  const costed = costsOf(assessed, listing, { journey, newPrice: null });
  const { verdict, landed } = costed;
  const { rate } = localRateOf(assessed);
  const missing = landed.missing.map((each) => missingResponse(each, assessed.prepared.country, t));
  return {
    listing_id: listing.id,
    light: verdict.light,
    why: whyText(verdict, inTime(assessed, costed, journey), t),
    sentence: sentenceOf(verdict, t),
    landed: landed.total && amounts(landed.total),
    at_least: atLeastOf(landed),
    shown_as: landed.shownAs,
    missing: missing.map(({ sentence }) => sentence),
    lacks: [...new Set(missing.map(({ name }) => name))],
    local:
      rate === null
        ? null
        : {
            price: toLocal(amountOf(listing.priceCents), rate),
            landed: landed.total && rangeToLocal(landed.total, rate),
          },
  };
}
