import { dateRange } from '#features/customs/import-rules/model/calendar.ts';
import { type NewPrice, newPriceIn, newPriceQuery, withNewPrice } from './new-price.ts';

/** What only the buyer knows about a car. It is in the address of the page, and kept for the visit. */
export type BuyerFacts = {
  newPrice: NewPrice | null;
  /** Id of a reference price. */
  reference: string | null;
  /** A month such as 2021-05. */
  production: string | null;
  /** Grams for each kilometer. */
  co2: number | null;
};

const REFERENCE = /^[A-Za-z0-9][A-Za-z0-9.-]{0,79}:\d{1,4}$/;
const MAX_CO2 = 2_000;
const NAMES = ['reference', 'production', 'co2'] as const;

export const NO_FACTS: BuyerFacts = { newPrice: null, reference: null, production: null, co2: null };

/** Reads the facts of an address. Invalid ones are null. */
export function buyerFactsIn(params: URLSearchParams): BuyerFacts {
  const reference = params.get('reference') ?? '';
  const production = params.get('production') ?? '';
  const co2 = params.get('co2') ?? '';
  return {
    newPrice: newPriceIn(params),
    reference: REFERENCE.test(reference) ? reference : null,
    production: isMonth(production) ? production : null,
    co2: /^\d{1,4}$/.test(co2) && Number(co2) <= MAX_CO2 ? Number(co2) : null,
  };
}

export const isMonth = (text: string) => /^\d{4}-\d\d$/.test(text) && dateRange(text) !== null;

/** Returns the query part of an address with one fact more, or without it if the value is empty. */
export function withBuyerFact(search: string, name: (typeof NAMES)[number], value: string): string {
  const params = new URLSearchParams(search);
  if (value === '') params.delete(name);
  else params.set(name, value);
  return params.size > 0 ? `?${params}` : '';
}

/** Returns an address without the facts of its buyer. */
export function withoutBuyerFacts({ pathname, search }: URL): string {
  return pathname + NAMES.reduce((rest, name) => withBuyerFact(rest, name, ''), withNewPrice(search, null));
}

export function buyerFactsQuery({ newPrice, reference, production, co2 }: BuyerFacts) {
  return {
    ...newPriceQuery(newPrice),
    ...(reference !== null && { reference }),
    ...(production !== null && { production }),
    ...(co2 !== null && { co2 }),
  };
}

/** Equal for equal facts. */
export function keyOfBuyerFacts(facts: BuyerFacts): string {
  const query = Object.entries(buyerFactsQuery(facts)).map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams(query).toString();
}

type Said = {
  new_price?: number | undefined;
  new_price_currency?: string | undefined;
  reference?: string | undefined;
  production?: string | undefined;
  co2?: number | undefined;
};

/** The facts in the body of a call. */
export function buyerFactsOf({ new_price: amount, new_price_currency: currency = 'USD', ...said }: Said): BuyerFacts {
  const { reference = null, production = null, co2 = null } = said;
  return { newPrice: amount === undefined ? null : { amount, currency }, reference, production, co2 };
}
