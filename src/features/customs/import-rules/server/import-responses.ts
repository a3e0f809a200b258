import type { Day } from '#features/customs/import-rules/model/calendar.ts';
import { type Buyer, type CarFact, type ImportCar, UNKNOWN_CAR } from '#features/customs/import-rules/model/car.ts';
import { type Assessment, kwOfHorsepower } from '#features/customs/import-rules/model/conditions/condition.ts';
import { AppError } from '#lib/app-error.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { amountOf } from '#lib/money.ts';
import { mapRange, type Range } from '../model/charges/amounts.ts';
import type { ChargeLine, Charges, LocalLine } from '../model/charges/charges.ts';
import type { Missing } from '../model/charges/operators.ts';
import { type ExpectedDay, expectedDay } from '../model/expected-day.ts';
import {
  type CarFacts,
  type ChargesResponse,
  proofsFor,
  type SailingResponse,
  type SourceResponse,
} from '../model/import-contract.ts';
import type { Journey } from '../model/landed/landed-cost.ts';
import { portName } from '../model/ports.ts';
import type { PreparedCountry } from '../model/prepare-country.ts';
import { type Sailing, SOURCE_KINDS, type Source } from '../model/rows/rule-rows.ts';
import type { Doubt, Reason, Verdict } from '../model/verdict/verdict.ts';
import type { PublishedBook } from './book/rule-book-cache.ts';

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

/** The common part of all assessments. */
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
      sailing: expected.scheduled ? sailingResponse(expected.scheduled) : null,
      inland_days: expected.inlandDays ?? null,
    },
    today: at.today,
    version: book.version,
    notice: t('importRules.notice', { date: t.date(at.today) }),
  };
}

export function sailingResponse({ vessel, voyage, port, leaves, arrives }: Sailing): SailingResponse {
  return { vessel, voyage, port, port_name: portName(port), leaves, arrives };
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
    local_lines: (charges.localLines ?? []).map(localLineResponse),
    total: charges.total && {
      ...amounts(charges.total.amount),
      local: charges.total.local && amounts(charges.total.local),
    },
    missing: charges.missing.map((each) => missingResponse(each, charges.country, t)),
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

function localLineResponse({ code, name, kind, local, paidTo, sources, confidence, checkedOn, note }: LocalLine) {
  return {
    code,
    name,
    kind,
    local: amounts(local),
    paid_to: paidTo,
    ...sourcedResponse(sources),
    confidence,
    checked_on: checkedOn,
    note,
  };
}

type Gates = Pick<Verdict, 'light' | 'doubts' | 'reasons' | 'checkedOn'>;

/** Explains a light in one sentence, by its gravest doubt. */
export function sentenceOf({ light, doubts: [doubt], reasons, checkedOn }: Gates, t: Translator): string {
  if (light === 'green' || !doubt) return t('importRules.allowed', { date: checkedOn ? t.date(checkedOn) : '' });
  return sentenceOfDoubt(doubt, reasons, t);
}

export function sentenceOfDoubt(doubt: Doubt, reasons: Reason[], t: Translator): string {
  const reasonFor = (id: string) => reasons.find(({ ruleId }) => ruleId === id)!;
  const gateOf = (id: string) => t(`importRules.gate.${reasonFor(id).gate}`);
  switch (doubt.why) {
    case 'prohibited':
    case 'conditional':
      return reasonFor(doubt.ruleId).sentence;
    case 'factMissing':
      return t('importRules.factMissing', { facts: factsText(doubt.facts, t), count: doubt.facts.length });
    case 'unsourced':
      return t('importRules.unsourced', { sentence: reasonFor(doubt.ruleId).sentence });
    case 'noRule':
      return t('importRules.noRule', { gate: t(`importRules.gate.${doubt.gate}`) });
    case 'stale':
      return t('importRules.stale', {
        gate: gateOf(doubt.ruleId),
        date: t.date(reasonFor(doubt.ruleId).checkedOn),
      });
    case 'thin':
      return t('importRules.thin', { gate: gateOf(doubt.ruleId) });
  }
}

const factsText = (facts: readonly CarFact[], t: Translator) =>
  t.list(facts.map((fact) => t(`importRules.fact.${fact}`)));

/** Names what a sum lacks in a country, why, and whom to ask. */
export function missingResponse(missing: Missing, country: string, t: Translator) {
  return {
    what: missing.what,
    code: 'code' in missing ? missing.code : null,
    facts: 'facts' in missing ? missing.facts : [],
    name: lackText(missing, t),
    sentence: missingText(missing, t),
    ask: askText(missing, t.region(country), t),
  };
}

function lackText(missing: Missing, t: Translator): string {
  if ('name' in missing) return missing.name;
  if (missing.what === 'rate') return t('importRules.lack.rate', { currency: missing.currency });
  return t(`importRules.lack.${missing.what}`);
}

function askText({ what }: Missing, country: string, t: Translator): string | null {
  switch (what) {
    case 'facts':
    case 'rate':
      return t(`importRules.ask.${what}`);
    case 'newPrice':
      return t('importRules.ask.newPrice', { country });
    case 'amount':
    case 'duty':
      return t('importRules.ask.customs', { country });
    case 'volume':
      return t('importRules.ask.seller');
    case 'freight':
    case 'insurance':
      return t('importRules.ask.us');
    case 'inland':
      return t('importRules.ask.carrier');
    default:
      return null;
  }
}

function missingText(missing: Missing, t: Translator): string {
  switch (missing.what) {
    case 'facts':
      return t('importRules.missing.facts', {
        name: missing.name,
        facts: factsText(missing.facts, t),
        count: missing.facts.length,
      });
    case 'amount':
    case 'newPrice':
      return t(`importRules.missing.${missing.what}`, { name: missing.name });
    case 'rate':
      return t('importRules.missing.rate', { currency: missing.currency });
    default:
      return t(`importRules.missing.${missing.what}`);
  }
}
