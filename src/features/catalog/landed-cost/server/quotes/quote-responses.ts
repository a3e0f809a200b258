import { portName as nameOfPort, portsOf } from '#features/customs/import-rules/model/ports.ts';
import { amounts, missingResponse, sentenceOf } from '#features/customs/server/api.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { type ImportQuote, localRate, type PaidQuote } from '../../model/import-quote.ts';
import type { LandedResponse, QuoteResponse, ShortQuoteResponse } from '../../model/landed-cost-contract.ts';
import { landedText } from '../../model/landed-text.ts';
import { doorResponse } from '../door-response.ts';
import { atLeastOf, costResponse, verdictResponse } from '../landed-cost-responses.ts';

export const datedOf = ({ country, at, expected, version }: ImportQuote) => ({
  prepared: { country },
  at,
  expected,
  book: { version },
});

/** The answer as it was given, in the language of the reader. */
export function quoteResponse(quote: ImportQuote, t: Translator): QuoteResponse {
  const { at, listingId, verdict, landed, offer, rows } = quote;
  const dated = datedOf(quote);
  return {
    car: quote.car,
    listing_id: listingId,
    buyer: at.buyer,
    port_name: portName(quote),
    place: placeText(quote, t),
    check: verdictResponse(dated, verdict, listingId, t),
    cost: {
      ...costResponse(dated, { verdict, landed, offer, rate: localRate(quote) }, listingId, t),
      door: doorOfQuote(quote, t),
    },
    rows,
  };
}

/** The answer in a few lines, for a list of bookings. */
export function shortQuoteResponse(
  { quote, shownLight, buyingForCountry }: PaidQuote,
  t: Translator,
): ShortQuoteResponse {
  const { country, verdict, landed, at } = quote;
  return {
    country,
    country_name: t.region(country),
    port_name: portName(quote),
    place: placeText(quote, t),
    light: verdict.light,
    shown_light: shownLight,
    sentence: sentenceOf(verdict, t),
    landed: landed.total && amounts(landed.total),
    at_least: atLeastOf(landed),
    shown_as: landed.shownAs,
    missing: missingSentences(quote, t),
    lacks: lacksOf(quote, t),
    today: at.today,
    buying_for_country: buyingForCountry,
  };
}

/** Names what a sum lacks, in sentences. */
export function missingSentences({ landed, country }: ImportQuote, t: Translator): string[] {
  return landed.missing.map((missing) => missingResponse(missing, country, t).sentence);
}

function lacksOf({ landed, country }: ImportQuote, t: Translator): string[] {
  return [...new Set(landed.missing.map((missing) => missingResponse(missing, country, t).name))];
}

/** What the car costs at the destination in one line, or why no sum is known. */
export function costText(quote: ImportQuote, t: Translator): string {
  const { total, shownAs } = quote.landed;
  const missing = { missing: missingSentences(quote, t), lacks: lacksOf(quote, t) };
  return landedText(
    { landed: total && amounts(total), at_least: atLeastOf(quote.landed), shown_as: shownAs, ...missing },
    t,
  );
}

/** The light in one sentence. */
export const verdictText = ({ verdict }: ImportQuote, t: Translator) => sentenceOf(verdict, t);

function portName({ country, landed }: ImportQuote): string | null {
  return portsOf(country).find(({ code }) => code === landed.journey.port)?.name ?? null;
}

/** `Mombasa, Kenya`, or with a city `Kampala, Uganda, through Mombasa`. */
export function placeText(quote: ImportQuote, t: Translator): string {
  const { door } = quote;
  const port = portName(quote);
  const country = t.region(quote.country);
  if (!door) return [port, country].filter(Boolean).join(', ');
  const ways = door.legs.length > 0 ? door.legs.map((leg) => nameOfPort(leg.port)) : [port ?? country];
  const through = ways.reduce((one, other) => t('importRules.place.or', { one, other }));
  return t('importRules.place.city', { city: door.city, country, port: through });
}

/** The way from the port to the city of a quote; null without a city. */
export function doorOfQuote({ door, landed }: ImportQuote, t: Translator): LandedResponse['door'] {
  return door ? doorResponse(door, landed, { city: door.city, cities: [door.city] }, t) : null;
}

/** The way to the city in sentences, for paper. */
export function doorTexts(quote: ImportQuote, t: Translator): string[] {
  const door = doorOfQuote(quote, t);
  if (!door) return [];
  const rangeText = ({ low, high }: { low: number; high: number }) =>
    t('landed.door.range', { low: t.dollars(low, 'whole'), high: t.dollars(high, 'whole') });
  const lineText = ({ name, amount, ask }: (typeof door.lines)[number]) =>
    t('paper.quote.door.line', { name, amount: amount ? rangeText(amount) : (ask ?? t('landed.door.included')) });
  return [
    ...door.lines.map(lineText),
    ...(door.legs.length === 0
      ? [t('landed.door.noRoute', { city: door.city ?? '', port: portName(quote) ?? '' })]
      : []),
    ...door.legs.flatMap(({ city, port_name: port, line, total, at_least: least, sentence }) => [
      lineText(line),
      t('paper.quote.door.sum', {
        ...{ city, port, sentence },
        amount: total ? rangeText(total) : t('landed.cost.atLeast', { amount: t.dollars(least, 'whole') }),
      }),
    ]),
  ];
}

/** The version of the rules, and the ids of those that decided. */
export function rulesText({ version, verdict }: ImportQuote, t: Translator): string {
  return t('importRules.basis', {
    version: t.number(version),
    rules: t.list(verdict.reasons.map(({ ruleId }) => ruleId)),
  });
}

export const noticeText = ({ at }: ImportQuote, t: Translator) => t('importRules.notice', { date: t.date(at.today) });
