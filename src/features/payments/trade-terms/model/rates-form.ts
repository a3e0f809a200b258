import { isPort } from '#features/customs/import-rules/model/ports.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';

export const MAX_RATES = 200;
export const MAX_PLACE_LENGTH = 100;
export const MAX_CENTS = 100_000_000;
export const MAX_INSURANCE_BPS = 1_000;

export type TypedRate = {
  country: string;
  port: string;
  place: string;
  inspection_cents: number;
  freight_cents: number;
  insurance_bps: number;
  inland_cents: number | null;
};

const FIELDS = ['country', 'port', 'place', 'inspection', 'freight', 'insurance', 'inland'] as const;
type RateField = (typeof FIELDS)[number];

/** Names of the fields of a row. */
export const rateFields = (row: number) =>
  Object.fromEntries(FIELDS.map((field) => [field, `${field}-${row}`])) as Record<RateField, string>;

const AMOUNT = /^\d{1,7}(\.\d{1,2})?$/;

/** Reads an amount such as 1500.50 in hundredths; null if it is none. */
function hundredthsOf(text: string): number | null {
  return AMOUNT.test(text) ? Math.round(Number(text) * 100) : null;
}

/** Returns whether a country has rates with different prices of an inspection. */
export function hasTwoInspections(rates: readonly Pick<TypedRate, 'country' | 'inspection_cents'>[]): boolean {
  const prices = new Set(rates.map(({ country, inspection_cents: cents }) => `${country} ${cents}`));
  return prices.size > new Set(rates.map(({ country }) => country)).size;
}

type Read = { rates: TypedRate[]; problems: Record<string, MessageKey> };

/** Reads the rows in which more than a country was entered. */
export function readRatesForm(values: Record<string, unknown>): Read {
  const problems: Record<string, MessageKey> = {};
  const rates: TypedRate[] = [];
  for (let row = 0; row < MAX_RATES; row++) {
    const fields = rateFields(row);
    const text = (field: RateField) => String(values[fields[field]] ?? '').trim();
    const port = text('port').toUpperCase();
    const [place, inlandText] = [text('place'), text('inland')];
    if (FIELDS.every((field) => field === 'country' || text(field) === '')) continue;
    const wrong = (field: RateField, why: MessageKey) => {
      problems[fields[field]] = why;
      return 0;
    };
    const amount = (field: RateField, least: number, most: number) => {
      const read = hundredthsOf(text(field));
      return read === null || read < least || read > most ? wrong(field, 'admin.rates.amount') : read;
    };
    if (!isPort(port)) wrong('port', 'admin.rates.portUnknown');
    if (text('country') === '') wrong('country', 'admin.rates.countryUnknown');
    if ((place === '') !== (inlandText === '')) wrong(place === '' ? 'place' : 'inland', 'admin.rates.inlandNeeded');
    const rate: TypedRate = {
      country: text('country'),
      port,
      place,
      inspection_cents: text('inspection') === '' ? 0 : amount('inspection', 0, MAX_CENTS),
      freight_cents: amount('freight', 1, MAX_CENTS),
      insurance_bps: amount('insurance', 1, MAX_INSURANCE_BPS),
      inland_cents: inlandText === '' ? null : amount('inland', 1, MAX_CENTS),
    };
    if (rates.some((other) => other.country === rate.country && other.port === port && other.place === place))
      wrong('port', 'admin.rates.twice');
    if (hasTwoInspections([...rates.filter(({ country }) => country === rate.country), rate]))
      wrong('inspection', 'admin.rates.twoInspections');
    rates.push(rate);
  }
  return { rates, problems };
}

/** Returns an error for each invalid field, or null if the rows are valid. */
export function ratesProblems(values: Record<string, unknown>): Record<string, MessageKey> | null {
  const { problems } = readRatesForm(values);
  return Object.keys(problems).length === 0 ? null : problems;
}
