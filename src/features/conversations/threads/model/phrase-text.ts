import { CHINESE_PHRASES } from '#content/phrases/chinese.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { PHRASES, type Phrase, type PhraseValue } from './phrases.ts';

/** Shown in place of a value that is not entered yet. */
const BLANK = '…';

/** Returns a phrase in the language of the reader. */
export function phraseText(t: Translator, phrase: Phrase, value: string | null): string {
  return t.message({
    messageKey: `phrases.${phrase}`,
    values: { value: value === null ? BLANK : shown(t, PHRASES[phrase], value) },
  });
}

function shown(t: Translator, kind: PhraseValue | null, value: string): string {
  if (kind === 'day') return t.utcDay(`${value}T00:00:00Z`);
  if (kind === 'dollars') return t.price(Number(value));
  return kind === 'number' ? t.number(Number(value)) : value;
}

/** Returns a phrase in Chinese. Days and numbers are as they were entered. */
export function chinesePhrase(phrase: Phrase, value: string | null): string {
  return CHINESE_PHRASES[phrase].replace('{value}', value ?? BLANK);
}
