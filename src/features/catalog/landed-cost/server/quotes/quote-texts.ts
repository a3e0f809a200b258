import { portsOf } from '#features/customs/import-rules/model/ports.ts';
import { amounts, missingResponse, sentenceOf } from '#features/customs/server/api.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { ImportQuote } from '../../model/import-quote.ts';
import { landedText } from '../../model/landed-text.ts';

/** Names what a sum lacks, in sentences. */
export function missingSentences({ landed }: ImportQuote, t: Translator): string[] {
  return landed.missing.map((missing) => missingResponse(missing, t).sentence);
}

/** What the car costs at the destination in one line, or why no sum is known. */
export function costText(quote: ImportQuote, t: Translator): string {
  const { total, shownAs } = quote.landed;
  return landedText({ landed: total && amounts(total), shown_as: shownAs, missing: missingSentences(quote, t) }, t);
}

/** The light in one sentence. */
export const verdictText = ({ verdict }: ImportQuote, t: Translator) => sentenceOf(verdict, t);

export function portName({ country, landed }: ImportQuote): string | null {
  return portsOf(country).find(({ code }) => code === landed.journey.port)?.name ?? null;
}

/** Mombasa, Kenya. */
export function placeText(quote: ImportQuote, t: Translator): string {
  return [portName(quote), t.region(quote.country)].filter(Boolean).join(', ');
}

/** The version of the rules, and the ids of those that decided. */
export function rulesText({ version, verdict }: ImportQuote, t: Translator): string {
  return t('importRules.basis', {
    version: t.number(version),
    rules: t.list(verdict.reasons.map(({ ruleId }) => ruleId)),
  });
}

export const noticeText = ({ at }: ImportQuote, t: Translator) => t('importRules.notice', { date: t.date(at.today) });
