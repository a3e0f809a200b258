import anyAscii from 'any-ascii';
import type { BookedLine } from './statement.ts';

/** `perhaps`: one name may be the other in Latin letters. Many names share one romanization, so this is no proof. */
export type PartyMatch = 'same' | 'perhaps' | 'other';

const COMPANY_WORDS = new Set(
  'LTD LIMITED LLC INC CO COMPANY CORP GMBH AG SA SAS BV PTY PLC THE AND MR MRS MS DR TRADING IMPORT EXPORT GROUP'.split(
    ' ',
  ),
);
/** Banks write ü as U or UE, and ß as SS. */
const SPELLINGS: [RegExp, string][] = [
  [/Æ|AE/g, 'A'],
  [/Ø|Œ|OE/g, 'O'],
  [/UE/g, 'U'],
  [/ẞ/g, 'SS'],
];

/** Compares the name that a bank gives with one that we know. */
export function matchParty(name: string, other: string): PartyMatch {
  if (sharesWords(wordsOf(name), wordsOf(other))) return 'same';
  if (isLatin(name) && isLatin(other)) return 'other';
  const [words, others] = [romanized(name), romanized(other)];
  return sharesWords(words, others) || isSameInAnyOrder(words, others) ? 'perhaps' : 'other';
}

/** Whether two names share a distinctive word. Longer names must share two. */
function sharesWords(all: string[], allOthers: string[]): boolean {
  const [words, others] = [new Set(all), new Set(allOthers)];
  const shared = [...words].filter((word) => others.has(word)).length;
  return shared >= Math.min(2, words.size, others.size) && shared > 0;
}

/** The distinctive words of a name, in capitals without accents. */
function wordsOf(name: string): string[] {
  const capitals = name.toUpperCase().normalize('NFKD').replace(/\p{M}/gu, '');
  const spelled = SPELLINGS.reduce((text, [sign, letters]) => text.replace(sign, letters), capitals);
  return spelled.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 1 && !COMPANY_WORDS.has(word));
}

const isLatin = (name: string) => !/(?!\p{Script=Latin})\p{L}/u.test(name.normalize('NFKC'));

/** The words of a name in Latin letters; each Chinese character becomes a word. */
const romanized = (name: string) => wordsOf(anyAscii(name.replace(/\p{Script=Han}/gu, ' $& ')));

/** Banks write 陈小明 as Chen Xiaoming, Xiaoming Chen or Chenxiaoming, so spaces are ignored. */
function isSameInAnyOrder(words: string[], others: string[]): boolean {
  const known = new Set(turned(words));
  return words.length > 0 && turned(others).some((each) => known.has(each));
}

/** All rotations of the words, each joined to one string. */
const turned = (words: string[]) => words.map((_, at) => [...words.slice(at), ...words.slice(0, at)].join(''));

/** The expected recipient of a buyer's money. Null: not known. */
export type Payee = { name: string | null; account: string | null };

/** The shortest number of an account that may be the end of an IBAN. */
const MIN_NUMBER = 6;

/**
 * Whether a line names another person than the payee. Accounts are compared if both are known, because banks shorten names; otherwise names are.
 * Returns false if the bank states neither.
 */
export function payeeDiffers(
  { counterparty, counterpartyAccount }: Pick<BookedLine, 'counterparty' | 'counterpartyAccount'>,
  payee: Payee,
): boolean {
  if (counterpartyAccount && payee.account) return !isSameAccount(counterpartyAccount, payee.account);
  if (!counterparty || !payee.name) return false;
  return matchParty(counterparty, payee.name) === 'other';
}

/** Banks state an IBAN, or only the number of the account at its end. */
function isSameAccount(one: string, other: string): boolean {
  const [long = '', short = ''] = [one, other].map(folded).sort((a, b) => b.length - a.length);
  return long === short || (short.length >= MIN_NUMBER && long.endsWith(short));
}

const folded = (account: string) =>
  account
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^0+/, '');
