import { XMLParser } from 'fast-xml-parser';
import type { RateSource } from '#lib/server/config/rate-sources.ts';
import { jsonOf } from '#lib/server/outbound/get-json.ts';

type Answer = { base: unknown; date: unknown; rates: unknown };
type Json = Record<string, unknown> | null;

/** Turns the answer of a source into our own format, whose values `readRates` checks. Throws if it is no JSON or XML at all. */
export const RATE_FORMATS: Record<RateSource['format'], (body: string) => unknown> = {
  own: jsonOf,
  /** `{ "date": "2026-11-28", "usd": { "aed": 3.6725 } }`: it has the base as a name. */
  'exchange-api': (body): Answer => {
    const { date, usd } = (jsonOf(body) ?? {}) as Record<string, unknown>;
    return { base: usd === undefined ? undefined : 'USD', date, rates: withCapitals(usd) };
  },
  /** `{ "timestamp": 1795867200, "base": "USD", "rates": { "AED": 3.6725 } }`: the time is in seconds. */
  openexchangerates: (body): Answer => {
    const { timestamp, base, rates } = (jsonOf(body) ?? {}) as Record<string, unknown>;
    const isTime = typeof timestamp === 'number' && timestamp > 0 && timestamp < 1e11;
    return { base, date: isTime ? new Date(timestamp * 1_000).toISOString().slice(0, 10) : timestamp, rates };
  },
  ecb: readEcb,
};

function withCapitals(rates: unknown): unknown {
  if (typeof rates !== 'object' || rates === null) return rates;
  return Object.fromEntries(Object.entries(rates).map(([code, rate]) => [code.toUpperCase(), rate]));
}

const xml = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', processEntities: false });

/** `<Cube time="2026-11-27"><Cube currency="USD" rate="1.1361"/>`: units for one euro. */
function readEcb(body: string): Answer {
  let day: Json;
  try {
    day =
      (xml.parse(body) as { 'gesmes:Envelope'?: { Cube?: { Cube?: Json } } })['gesmes:Envelope']?.Cube?.Cube ?? null;
  } catch {
    throw new Error('the response is no XML');
  }
  if (day === null || !Array.isArray(day.Cube)) throw new Error('the response has no rates');
  const rates = (day.Cube as Record<string, string>[]).map(({ currency, rate }) => [currency, Number(rate)]);
  return { base: 'EUR', date: day.time, rates: Object.fromEntries(rates) };
}
