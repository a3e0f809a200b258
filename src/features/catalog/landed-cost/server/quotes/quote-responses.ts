import { amounts, sentenceOf } from '#features/customs/server/api.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { type ImportQuote, localRate, type PaidQuote } from '../../model/import-quote.ts';
import type { QuoteResponse, ShortQuoteResponse } from '../../model/quote-contract.ts';
import { costResponse, verdictResponse } from '../landed-cost-responses.ts';
import { missingSentences, portName } from './quote-texts.ts';

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
    check: verdictResponse(dated, verdict, listingId, t),
    cost: costResponse(dated, { verdict, landed, offer, rate: localRate(quote) }, listingId, t),
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
    light: verdict.light,
    shown_light: shownLight,
    sentence: sentenceOf(verdict, t),
    landed: landed.total && amounts(landed.total),
    shown_as: landed.shownAs,
    missing: missingSentences(quote, t),
    today: at.today,
    buying_for_country: buyingForCountry,
  };
}
