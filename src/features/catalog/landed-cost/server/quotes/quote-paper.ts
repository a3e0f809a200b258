import { issuerOf } from '#features/site/issued-documents/model/issuer.ts';
import type { LandedCostPaper } from '#features/site/issued-documents/model/papers.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { OperatorDetails } from '#lib/pages/page-site.ts';
import { localRate } from '../../model/import-quote.ts';
import { costResponse } from '../landed-cost-responses.ts';
import {
  costText,
  datedOf,
  missingSentences,
  noticeText,
  placeText,
  rulesText,
  verdictText,
} from './quote-responses.ts';
import type { StoredQuote } from './quote-store.ts';

type Sourced = { title: string; publisher: string };

/** What the PDF of a quote says, in the language of the reader who made it. */
export function quotePaper(
  { quote, validUntil }: StoredQuote,
  operator: OperatorDetails,
  t: Translator,
): LandedCostPaper {
  const { verdict, landed, listingId, at } = quote;
  const cost = costResponse(datedOf(quote), { ...quote, rate: localRate(quote) }, listingId, t);
  const sourceText = (source: Sourced | null | undefined) => (source ? `${source.publisher}: ${source.title}` : '');
  return {
    issuer: { ...issuerOf(operator), moneyHolder: null },
    car: quote.car,
    listingId,
    place: placeText(quote, t),
    buyer: t(`landed.buyer.${at.buyer}`),
    light: verdict.light,
    reason: verdictText(quote, t),
    cost: costText(quote, t),
    assessedOn: at.on,
    reasons: verdict.reasons
      .filter(({ outcome }) => outcome !== 'allowed')
      .map(({ outcome, sentence, sources: [source], checkedOn }) => ({
        outcome: t(`landed.outcome.${outcome}`),
        sentence,
        source: sourceText(source),
        checkedOn,
      })),
    lines: [
      ...cost.parts.map((part) => ({ ...part, isBase: false })),
      ...cost.charges.lines.map((line) => ({ ...line, isBase: line.kind === 'value' })),
    ].map(({ name, low, likely, high, paid_to: paidTo, source, isBase }) => ({
      name: isBase ? t('paper.quote.base', { name }) : name,
      ...{ low, likely, high },
      paidTo: isBase ? '' : t(`landed.paidTo.${paidTo}`),
      source: sourceText(source),
    })),
    total: landed.shownAs === 'none' ? null : cost.total,
    isRange: landed.shownAs === 'range',
    missing: missingSentences(quote, t),
    notIncluded: cost.not_included.map(({ name }) => name),
    rates: quote.rates.map(({ currency, perUsd, date }) =>
      t('landed.cost.rate', { rate: t.number(perUsd), currency, date: t.date(date) }),
    ),
    rules: rulesText(quote, t),
    validUntil,
    notice: noticeText(quote, t),
  };
}
