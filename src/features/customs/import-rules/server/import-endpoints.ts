import type { Clock } from '#lib/clock.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { importCalls } from '../../customs-calls.ts';
import { exactly, withRate } from '../model/charges/amounts.ts';
import { chargesOf } from '../model/charges/charges.ts';
import {
  type AgeQuery,
  type AgesResponse,
  type ChargesQuery,
  type ChargesResponse,
  type CountriesResponse,
  importContract,
} from '../model/import-contract.ts';
import { citiesOf } from '../model/landed/door-cost.ts';
import { portsOf } from '../model/ports.ts';
import { agesOf } from '../model/verdict/ages.ts';
import type { PublishedBook, RuleBookCache } from './book/rule-book-cache.ts';
import { readChanges } from './changes/rule-changes.ts';
import { assess, assessedResponse, carOfFacts, chargesResponse } from './import-responses.ts';

export type ImportDeps = { rules: RuleBookCache; clock: Clock };

export const todayOf = (clock: Clock) => clock.now().toISOString().slice(0, 10);

export function importEndpoints({ rules, clock, db }: ImportDeps & { db: Queryable }): Endpoint[] {
  const open = { access: 'anyone', readByOtherOrigins: true, cache: 'while-stock-unchanged', readCost: 1 } as const;
  return [
    endpoint(importCalls.charges, importContract.charges, {
      ...open,
      summary: 'What is paid in a country for the import of a car, line by line',
      handle: async ({ query, t }) => findCharges(await rules.book(), query, todayOf(clock), t),
    }),
    endpoint(importCalls.age, importContract.age, {
      ...open,
      summary: 'The ages of a car that the rules of a country count, each with its method',
      handle: async ({ query, t }) => findAges(await rules.book(), query, todayOf(clock), t),
    }),
    endpoint(importCalls.countries, importContract.countries, {
      ...open,
      summary: 'The countries whose import rules are known, with their ports and cities',
      handle: async ({ t }) => findCountries(await rules.book(), todayOf(clock), t),
    }),
    endpoint(importCalls.changes, importContract.changes, {
      ...open,
      summary: 'What changed in the import rules and charges of a country or of all, the newest first',
      handle: async ({ query }) => readChanges({ rules, db }, query),
    }),
  ];
}

function findCharges(book: PublishedBook, query: ChargesQuery, today: string, t: Translator): ChargesResponse {
  const assessed = assess(book, query, today);
  const { prepared, at } = assessed;
  const { currency, rate } = query;
  const local = prepared.row.currency;
  const { rates, newest } = book.ratesOn(today);
  const range = (amount: number | undefined) => (amount === undefined ? null : exactly(amount));
  const values = {
    currency,
    cif: range(query.cif),
    fob: range(query.fob),
    newPrice: range(query.new_price),
    customsValue: range(query.customs_value),
  };
  const car = carOfFacts(query, prepared.country);
  const given = rate === undefined || currency === local ? rates : withRate(rates, currency, local, rate);
  const dates = [local, currency].flatMap((code) => newest.get(code)?.date ?? []);
  const rateDate = rate === undefined && currency !== local ? (dates.sort()[0] ?? null) : null;
  return {
    ...assessedResponse(assessed, t),
    ...chargesResponse(chargesOf(prepared, values, car, at, given), rateDate, t),
  };
}

const AGE_FROM = {
  made: 'production',
  registered: 'first_registration',
  modelYear: 'model_year',
  carYear: 'year',
} as const;

function findAges(book: PublishedBook, query: AgeQuery, today: string, t: Translator): AgesResponse {
  const assessed = assess(book, query, today);
  const { prepared, at } = assessed;
  const ages = agesOf(prepared, carOfFacts(query, prepared.country), at).map(({ from, usedBy, ...age }) => ({
    ...age,
    from: AGE_FROM[from],
    used_by: usedBy,
  }));
  return { ...assessedResponse(assessed, t), ages };
}

function findCountries(book: PublishedBook, today: string, t: Translator): CountriesResponse {
  const countries = book.countries().map((country) => {
    const prepared = book.prepared(country, today)!;
    const { row, rowsOf, landlocked, rules, charges } = prepared;
    const own = rules.filter(({ rule }) => rule.country === rowsOf);
    return {
      country,
      name: t.region(country),
      currency: row.currency,
      landlocked,
      total: row.total,
      rules: own.length,
      charges: charges.length,
      stale_days: row.staleDays,
      checked_on: own.map(({ rule }) => rule.checked).sort()[0] ?? null,
      ports: [...portsOf(country)],
      cities: citiesOf(prepared),
    };
  });
  return { version: book.version, countries };
}
