import { CURRENCY_NAMES } from '#content/currencies/names.ts';
import { CURRENCY_MARK, FIRST_CURRENCY, foldLetters, MAX_CURRENCIES } from './amount-patterns.ts';
import { WORD_LISTS, wordsOf } from './words/word-lists.ts';

/** ISO 4217 codes. Several if the word is the name of several currencies, none if the currency is not known. */
type Codes = readonly string[];

/** Signs and abbreviations that are written with a number in all languages. */
const SIGNS: Record<string, string> = {
  ...{ '€': 'EUR', '£': 'GBP', '¥': 'CNY', '₹': 'INR', '₽': 'RUB', '₦': 'NGN', '₴': 'UAH', '₸': 'KZT', '₵': 'GHS' },
  ...{ '₩': 'KRW', '₺': 'TRY', '₱': 'PHP', '฿': 'THB', '₫': 'VND', '₪': 'ILS', '₡': 'CRC', '₲': 'PYG', '₾': 'GEL' },
  ...{
    '֏': 'AMD',
    '៛': 'KHR',
    '₭': 'LAK',
    '₮': 'MNT',
    '₼': 'AZN',
    '৳': 'BDT',
    '؋': 'AFN',
    '₨': 'INR PKR LKR NPR MUR SCR',
  },
  ...{
    hk$: 'HKD',
    nt$: 'TWD',
    a$: 'AUD',
    au$: 'AUD',
    c$: 'CAD',
    ca$: 'CAD',
    nz$: 'NZD',
    s$: 'SGD',
    sg$: 'SGD',
    n$: 'NAD',
  },
  ...{
    j$: 'JMD',
    tt$: 'TTD',
    g$: 'GYD',
    r$: 'BRL',
    mex$: 'MXN',
    mx$: 'MXN',
    l$: 'LRD',
    fj$: 'FJD',
    'gh₵': 'GHS',
    'gh¢': 'GHS',
  },
  ...{
    ksh: 'KES',
    kshs: 'KES',
    tsh: 'TZS',
    tshs: 'TZS',
    ush: 'UGX',
    ushs: 'UGX',
    sh: 'KES TZS UGX',
    shs: 'KES TZS UGX',
  },
  ...{
    rs: 'INR PKR LKR NPR MUR SCR',
    rp: 'IDR',
    rm: 'MYR',
    cfa: 'XOF XAF',
    fcfa: 'XOF XAF',
    tk: 'BDT',
    br: 'ETB',
    zk: 'ZMW',
    r: 'ZAR',
  },
};
/** Codes that are other words of a search, or makes. */
const NO_CODES = new Set(['NIO']);
const CODES = Object.keys(CURRENCY_NAMES).filter((code) => !NO_CODES.has(code));

const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

const keyOf = (text: string) =>
  foldLetters(
    text
      .normalize('NFKD')
      .replace(/(?<=\p{sc=Latin})\p{M}+/gu, '')
      .normalize('NFC'),
  )
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replace(/\.$/, '');

const CURRENCIES: ReadonlyMap<string, Codes> = collectWords();
/** Currencies in scripts without spaces, longest first. */
const CJK_WORDS = [...CURRENCIES.keys()].filter((key) => CJK.test(key)).sort((a, b) => b.length - a.length);
const CJK_CURRENCY = new RegExp(CJK_WORDS.map((word) => word.replaceAll(' ', '\\s*')).join('|'), 'gu');

function collectWords(): Map<string, Codes> {
  const words = new Map<string, Codes>();
  const add = (word: string, codes: Codes) => {
    const key = keyOf(word);
    words.set(key, [...new Set([...(words.get(key) ?? []), ...codes])]);
  };
  for (const code of CODES) {
    add(code, [code]);
    for (const name of wordsOf(CURRENCY_NAMES[code])) add(name, [code]);
  }
  for (const [sign, codes] of Object.entries(SIGNS)) add(sign, codes.split(' '));
  for (const { currencies } of WORD_LISTS)
    for (const [codes, names] of Object.entries(currencies ?? {}))
      for (const name of wordsOf(names)) add(name, codes.split(' '));
  return words;
}

const MARKS = new RegExp(CURRENCY_MARK, 'g');

/** A word that stands for a currency in a search. */
type Mark = { text: string; codes: Codes };
export type MarkedCurrencies = { text: string; marks: readonly Mark[] };

/** A currency sign with letters before it, or a word. */
const TOKEN = /[\p{L}\p{M}]*[\p{Sc}¢]|[[\p{L}\p{M}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]]+\.?/gv;
const MAX_WORDS = 6;
/** Words for multiples and the currency between a number and its currency are short. */
const AFTER_NUMBER = /\p{N}[.,]?\s*(?:[\p{L}\p{M}]{1,8}\.?\s*)?-?$/u;
const BEFORE_NUMBER = /^[\s.:]*(?:[\p{L}\p{M}]{2,8}\s+)?\p{N}/u;
/** Short signs are also parts of names, as in RS 6. They need a large number. */
const SHORT_SIGN = /^(?:rs|r|br|rm|rp|tk|zk|sh|l\$|s\$)\.?$/iu;
const LARGE_NUMBER =
  /^[\s.:]*(?:\p{N}{5}|\p{N}{1,3}[,. ]\p{N}{2,3}(?!\p{N})|\p{N}[\p{N}.]*\s*[\p{L}\p{M}]{1,8}(?!\p{L}))/u;
/** '2015 mad': a year before a word is a year. */
const AFTER_YEAR = /(?<![\p{N}.,])(?:19|20)\d\d\s*$/u;
/** Standards of emission: Euro 5, Euro-VI. */
const STANDARD = /^[\s-]*(?:[1-7](?!\p{N})|(?:iii|iv|vi?)(?!\p{L}))/iu;
const YEAR = /^[\s.:]*(?:19|20)\d\d(?![\p{N}.,]|\s?\d{3}\b)/u;

/** Replaces currencies other than US dollars next to a number by marks, so that patterns can tell them from other words. */
export function markCurrencies(query: string): MarkedCurrencies {
  const marks: Mark[] = [];
  const replace = (text: string, at: number, length: number, codes: Codes): string => {
    if (marks.length === MAX_CURRENCIES) return text;
    marks.push({ text: text.slice(at, at + length), codes });
    return text.slice(0, at) + String.fromCharCode(FIRST_CURRENCY + marks.length - 1) + text.slice(at + length);
  };
  // In East Africa, /= after a number says shillings.
  const written = query.replace(/(?<=\p{N})\s*\/[=-](?=\s|$)/gu, ' sh');
  let text = CJK.test(written) ? markGlued(written, marks) : written;
  const tokens = [...text.matchAll(TOKEN)];
  // From the end, so that places before stay.
  for (let at = tokens.length - 1; at >= 0; at--) {
    for (let first = Math.max(0, at - MAX_WORDS + 1); first <= at; first++) {
      const start = tokens[first]!.index;
      const end = tokens[at]!.index + tokens[at]![0].length;
      const words = text.slice(start, end);
      const codes = codesOf(words);
      if (!codes || !/^[^\p{N},;]*$/u.test(words)) continue;
      if (!isOfNumber(words, text.slice(0, start), text.slice(end))) continue;
      text = replace(text, start, end - start, codes);
      at = first;
      break;
    }
  }
  return { text: marks.length > 0 ? text.replace(SPACED_NUMBER, withoutSpaces) : text, marks };
}

/** '5 000 000' next to a currency. */
const SPACED_NUMBER = new RegExp(
  `(?<=${CURRENCY_MARK}\\s*)\\d{1,3}(?:[ \\u00a0]\\d{3})+(?!\\d)|(?<![\\d.,])\\d{1,3}(?:[ \\u00a0]\\d{3})+(?=\\s*${CURRENCY_MARK})`,
  'g',
);
const withoutSpaces = (number: string) => number.replaceAll(/\s/g, '');

/** Returns null if the words are no currency, or US dollars. A sign of dollars with unknown letters before it is a currency too. */
function codesOf(words: string): Codes | null {
  const codes = CURRENCIES.get(keyOf(words));
  if (codes) return codes;
  return /^\p{L}+\$$/u.test(words) && !/^usd?\$$/i.test(words) ? [] : null;
}

function isOfNumber(words: string, before: string, after: string): boolean {
  if (STANDARD.test(after) && CURRENCIES.get(keyOf(words))?.[0] === 'EUR') return false;
  if (AFTER_NUMBER.test(before) && !isName(words, before, after)) return true;
  if (YEAR.test(after)) return false;
  return (SHORT_SIGN.test(words) ? LARGE_NUMBER : BEFORE_NUMBER).test(after);
}

/** 'R7' and 'RS-5' after a number, and 'Yuan Plus' after a year, are models. */
const isName = (words: string, before: string, after: string) =>
  /\p{L}$/u.test(words) && (AFTER_YEAR.test(before) || (SHORT_SIGN.test(words) && /^-?\p{N}/u.test(after)));

function markGlued(query: string, marks: Mark[]): string {
  return query.replace(CJK_CURRENCY, (word, ...rest) => {
    const at = rest.findLast((each) => typeof each === 'number') as number;
    const after = query.slice(at + word.length);
    const isOfIts = /\p{N}\s*[千万萬百亿億만천백]*\s*$/u.test(query.slice(0, at)) || /^\s*\p{N}/u.test(after);
    if (marks.length === MAX_CURRENCIES || !isOfIts) return word;
    marks.push({ text: word, codes: CURRENCIES.get(keyOf(word)) ?? [] });
    return String.fromCharCode(FIRST_CURRENCY + marks.length - 1);
  });
}

/** Puts the words back in the place of their marks. */
export function unmarked(text: string, marks: readonly Mark[]): string {
  return marks.length === 0 ? text : text.replace(MARKS, (mark) => markOf(mark, marks)?.text ?? '');
}

export function markOf(text: string | undefined, marks: readonly Mark[]): Mark | undefined {
  return text === undefined ? undefined : marks[text.charCodeAt(0) - FIRST_CURRENCY];
}
