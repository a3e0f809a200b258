import type { ImportCar } from '#features/import-rules/model/car.ts';
import type { Journey } from '#features/import-rules/model/landed/freight.ts';
import {
  type LandedCost,
  landedCostOf,
  type NotIncluded,
  type Offer,
} from '#features/import-rules/model/landed/landed-cost.ts';
import { portsOf } from '#features/import-rules/model/ports.ts';
import { type Reason, type Verdict, verdictOf } from '#features/import-rules/model/verdict/verdict.ts';
import {
  type Assessed,
  amounts,
  assessedResponse,
  chargesResponse,
  missingResponse,
  sentenceOf,
  sentenceOfDoubt,
  sourcedResponse,
  sourceResponses,
} from '#features/import-rules/server/api.ts';
import type { Listing } from '#features/listings/model/listing.ts';
import { priceBreakdown } from '#features/listings/model/listing-pricing.ts';
import { importCarOfListing } from '#features/listings/server/api.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { amountOf } from '#lib/money.ts';
import type { CheckResponse, LandedListResponse, LandedResponse } from '../model/landed-cost-contract.ts';

const MAX_PORTS = 5;

export function checkResponse(
  assessed: Assessed,
  car: ImportCar,
  listingId: number | null,
  t: Translator,
): CheckResponse {
  const verdict = verdictOf(assessed.prepared, car, assessed.at);
  return {
    ...assessedResponse(assessed, t),
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

function offerOf({ priceCents, taxRate, registrationFeeCents }: Listing): Offer {
  const { taxCents, feeCents } = priceBreakdown(priceCents, taxRate, registrationFeeCents);
  return { priceCents, taxCents, feeCents, newPrice: null };
}

type Costed = { verdict: Verdict; landed: LandedCost };

function costsOf({ prepared, at, book }: Assessed, listing: Listing, journey: Journey): Costed {
  const car = importCarOfListing(listing);
  const { rates } = book.ratesOn(at.today);
  return {
    verdict: verdictOf(prepared, car, at),
    landed: landedCostOf(prepared, offerOf(listing), journey, car, at, rates),
  };
}

export function landedResponse(assessed: Assessed, listing: Listing, journey: Journey, t: Translator): LandedResponse {
  const { prepared, at, book } = assessed;
  const { verdict, landed } = costsOf(assessed, listing, journey);
  const offer = offerOf(listing);
  const local = prepared.row.currency;
  const rate = book.ratesOn(at.today).newest.find(({ currency }) => currency === local);
  return {
    ...assessedResponse(assessed, t),
    listing_id: listing.id,
    port: journey.port,
    mode: journey.mode,
    light: verdict.light,
    sentence: sentenceOf(verdict, t),
    currency: 'USD',
    parts: landed.parts.map(({ code, amount, paidTo, sources, checkedOn }) => ({
      code,
      name: t(`importRules.part.${code}`),
      ...amounts(amount),
      paid_to: paidTo,
      ...sourcedResponse(sources),
      checked_on: checkedOn,
    })),
    carquay: { tax: amountOf(offer.taxCents), registration_fee: amountOf(offer.feeCents) },
    fob: amounts(landed.fob),
    cfr: landed.cfr && amounts(landed.cfr),
    cif: landed.cif && amounts(landed.cif),
    charges: chargesResponse(landed.charges, rate?.date ?? null, t),
    total: landed.total && amounts(landed.total),
    shown_as: landed.shownAs,
    transit_days: landed.transitDays,
    missing: landed.missing.map((each) => missingResponse(each, t)),
    not_included: landed.notIncluded.map((code: NotIncluded) => ({ code, name: t(`importRules.notIncluded.${code}`) })),
    ports: comparedPorts(assessed, listing, journey),
  };
}

/** What the car costs at ports of the country: the asked one first. */
function comparedPorts(assessed: Assessed, listing: Listing, { mode, port }: Journey): LandedResponse['ports'] {
  const all = portsOf(assessed.prepared.country);
  const asked = all.filter(({ code }) => code === port);
  const others = all.filter(({ code }) => code !== port);
  return [...asked, ...others].slice(0, MAX_PORTS).map(({ code, name }) => {
    const { landed } = costsOf(assessed, listing, { mode, port: code });
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
  const { verdict, landed } = costsOf(assessed, listing, journey);
  return {
    listing_id: listing.id,
    light: verdict.light,
    sentence: sentenceOf(verdict, t),
    landed: landed.total && amounts(landed.total),
    shown_as: landed.shownAs,
    missing: landed.missing.map((each) => missingResponse(each, t).sentence),
  };
}
