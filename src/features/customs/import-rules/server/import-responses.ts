import { AppError } from '#lib/app-error.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { amountOf } from '#lib/money.ts';
import type { Day } from '../model/calendar.ts';
import { type Buyer, type ImportCar, UNKNOWN_CAR } from '../model/car.ts';
import type { ChargeLine, Charges } from '../model/charges/charges.ts';
import { mapRange, type Range } from '../model/charges/range.ts';
import type { Assessment } from '../model/conditions/facts.ts';
import { kwOfHorsepower } from '../model/conditions/term.ts';
import { type ExpectedDay, expectedDay } from '../model/expected-day.ts';
import { type CarFacts, type ChargesResponse, proofsFor, type SourceResponse } from '../model/import-contract.ts';
import type { Journey } from '../model/landed/freight.ts';
import type { PreparedCountry } from '../model/prepare-country.ts';
import { SOURCE_KINDS, type Source } from '../model/rows/source-row.ts';
import type { PublishedBook } from './book/published-book.ts';
import { missingResponse } from './import-texts.ts';

/** A country on the day of assessment. */
export type Assessed = { prepared: PreparedCountry; at: Assessment; expected: ExpectedDay; book: PublishedBook };
type Asked = { country: string; on?: Day | undefined; buyer: Buyer };

const ANY_JOURNEY: Journey = { mode: 'roro', port: null };

/** Throws `not_found` naming the known countries. */
export function assess(
  book: PublishedBook,
  { country, on, buyer }: Asked,
  today: Day,
  journey = ANY_JOURNEY,
): Assessed {
  const now = book.prepared(country, today);
  if (!now) throw unknownCountry(book, country);
  const expected: ExpectedDay = on
    ? { on, basis: 'given', expected: null }
    : expectedDay(now, journey, today, book.longestSailing);
  const prepared = book.prepared(country, expected.on) ?? now;
  return { prepared, at: { on: expected.on, today, buyer }, expected, book };
}

export function unknownCountry(book: PublishedBook, country: string): AppError {
  const countries = book.countries().join(', ');
  return new AppError('not_found', `no import rules for ${country}`, {
    messageKey: 'importRules.unknownCountry',
    fields: { country: { messageKey: 'importRules.knownCountries', values: { countries } } },
  });
}

/** When and by which rules a country was assessed. */
export type Dated = Pick<Assessed, 'at' | 'expected'> & {
  prepared: Pick<PreparedCountry, 'country'>;
  book: Pick<PublishedBook, 'version'>;
};

/** What every assessment says about itself. */
export function assessedResponse({ prepared, at, expected: { basis, expected }, book }: Dated, t: Translator) {
  return {
    country: prepared.country,
    country_name: t.region(prepared.country),
    on: at.on,
    on_is: basis,
    expected: expected && {
      preparation_days: expected.preparationDays,
      sailing_days: expected.sailingDays,
      sailing_is: expected.sailing,
    },
    today: at.today,
    version: book.version,
    notice: t('importRules.notice', { date: t.date(at.today) }),
  };
}

/** The car that the parameters of a call describe. */
export function carOfFacts(facts: CarFacts, country: string): ImportCar {
  return {
    ...UNKNOWN_CAR,
    production: facts.production ?? null,
    firstRegistration: facts.first_registration ?? null,
    modelYear: facts.model_year ?? null,
    steering: facts.steering ?? null,
    fuel: facts.fuel ?? null,
    engineCc: facts.engine_cc ?? null,
    powerKw: facts.power_hp === undefined ? null : kwOfHorsepower(facts.power_hp),
    emissionStage: facts.emission ?? null,
    conformity: proofsFor(country, facts.conformity),
    body: facts.body ?? null,
    curbWeightKg: facts.curb_weight_kg ?? null,
    co2: facts.co2 ?? null,
  };
}

export const amounts = (cents: Range) => mapRange(cents, amountOf);

/** The most reliable sources first. */
export function sourceResponses(sources: readonly Source[]): SourceResponse[] {
  return sources.toSorted((one, other) => SOURCE_KINDS.indexOf(one.kind) - SOURCE_KINDS.indexOf(other.kind));
}

/** A part of a sum with its sources. */
export function sourcedResponse(sources: readonly Source[]) {
  const sorted = sourceResponses(sources);
  return { source: sorted[0] ?? null, sources: sorted };
}

export function chargesResponse(
  charges: Charges,
  rateDate: Day | null,
  t: Translator,
): Omit<ChargesResponse, keyof ReturnType<typeof assessedResponse>> {
  return {
    currency: charges.currency,
    local_currency: charges.localCurrency,
    rate: charges.rate,
    rate_date: rateDate,
    shown_as: charges.shownAs,
    lines: charges.lines.map(lineResponse),
    total: charges.total && {
      ...amounts(charges.total.amount),
      local: charges.total.local && amounts(charges.total.local),
    },
    missing: charges.missing.map((each) => missingResponse(each, t)),
  };
}

function lineResponse({
  code,
  name,
  kind,
  base,
  amount,
  local,
  paidTo,
  sources,
  confidence,
  checkedOn,
  note,
}: ChargeLine) {
  return {
    code,
    name,
    kind,
    base: { of: base.of, ...amounts(base) },
    ...amounts(amount),
    local: local && amounts(local),
    paid_to: paidTo,
    ...sourcedResponse(sources),
    confidence,
    checked_on: checkedOn,
    note,
  };
}
