import { BOOKS_CURRENCY } from '#lib/i18n/currency.ts';
import { matchParty } from './party-name.ts';
import type { BookedLine } from './statement.ts';

/** An order that a transfer may be for. */
export type OrderCandidate = {
  orderId: number;
  /** What the buyer was told to write, such as CQ-000123. */
  references: string[];
  /** The amounts a transfer may have: the next item of the plan or everything that is open, each with its tolerance. */
  due: { cents: number; toleranceCents: number }[];
  /** The names of the buyer and of the consignee. */
  names: string[];
  /** The days of a hold for a transfer, as YYYY-MM-DD. */
  hold: { from: string; to: string } | null;
};

/**
 * How a text names an order imperfectly. `bareReference`: its reference without the prefix, or its number. `nearReference`: its
 * reference with one wrong, missing, doubled or exchanged character. `isMarked`: the text also has the prefix or digits, so it hardly
 * is another word.
 */
export type NearName = { kind: 'bareReference' | 'nearReference'; isMarked: boolean };

const POINTS = {
  reference: 60,
  bareReference: 50,
  nearReference: 40,
  amount: 25,
  short: 18,
  name: 10,
  nameInLatin: 0,
  hold: 5,
} as const;
/** The minimum score for a one-click match, if the second-best candidate is far enough behind. */
const CONFIRM_FROM = 85;
const CONFIRM_GAP = 20;

type Reason = keyof typeof POINTS;
export type Suggestion = {
  orderId: number;
  score: number;
  reasons: Reason[];
  /** Whether the match may be confirmed without looking for other orders. */
  oneClick: boolean;
};

/** The amount counts only in the currency of the orders. */
type Line = Pick<BookedLine, 'cents' | 'text' | 'endToEndId' | 'counterparty' | 'bookedOn' | 'chargesCents'> & {
  currency: string;
};

/**
 * Returns the orders that a line may pay, the likeliest first. Nothing is suggested by amount and name alone. A reference
 * with a slip counts only with the prefix, or if the amount or the payer fits.
 */
export function suggestOrders(line: Line, candidates: OrderCandidate[], near: NearNames = new Map()): Suggestion[] {
  if (line.cents <= 0) return [];
  return scoreOrders(line, candidates, near).filter(({ orderId, reasons }) => {
    if (reasons.includes('reference')) return true;
    const isNear = reasons.some((reason) => reason === 'bareReference' || reason === 'nearReference');
    return isNear && (near.get(orderId)?.isMarked || FITTING.some((reason) => reasons.includes(reason)));
  });
}

type NearNames = ReadonlyMap<number, NearName>;
const FITTING: Reason[] = ['amount', 'short', 'name', 'nameInLatin'];

/** Scores all candidates, the likeliest first. One click needs the whole reference, the amount, and a payer whom the bank names. */
export function scoreOrders(line: Line, candidates: OrderCandidate[], near: NearNames = new Map()): Suggestion[] {
  const found = namedIn(line, candidates);
  const scored = candidates
    .map((candidate) => scoreOf(line, candidate, found.get(candidate) ?? near.get(candidate.orderId)?.kind ?? null))
    .sort((a, b) => b.rank - a.rank || b.score - a.score || a.orderId - b.orderId);
  return scored.map(({ orderId, score, reasons }, at) => {
    const gap = score - Math.max(0, ...scored.filter((_, other) => other !== at).map((other) => other.score));
    const isKnown = line.currency === BOOKS_CURRENCY && reasons.includes('reference');
    const isSure = score >= CONFIRM_FROM && gap >= CONFIRM_GAP && reasons.includes('name');
    return { orderId, score, reasons, oneClick: isKnown && isSure };
  });
}

type NamedBy = 'reference' | 'number';

/** Returns the candidates whose reference or number is in the line. */
function namedIn(
  { text, endToEndId, counterparty }: Line,
  candidates: OrderCandidate[],
): Map<OrderCandidate, NamedBy | 'nearReference'> {
  const places = [text, endToEndId, counterparty].map((place) => (place ?? '').split(/[\s/,;]+/).map(foldReference));
  const has = (reference: string) => reference !== '' && places.some((words) => words.join('').includes(reference));
  const hits = candidates.flatMap((candidate) =>
    candidate.references
      .map(foldReference)
      .filter(has)
      .map((reference) => ({ candidate, reference })),
  );
  // CQ-100012 is also the beginning of CQ-1000123: the longer one is meant.
  const meant = hits.filter(
    ({ reference }) =>
      !hits.some(({ reference: longer }) => longer.length > reference.length && longer.includes(reference)),
  );
  const found = new Map<OrderCandidate, NamedBy | 'nearReference'>();
  for (const { candidate, reference } of meant) {
    if (!places.some((words) => isWhole(words, reference))) found.set(candidate, 'nearReference');
    else if (found.get(candidate) !== 'reference')
      found.set(candidate, /^CQ\d+$/.test(reference) ? 'number' : 'reference');
  }
  return found;
}

/**
 * Whether words contain a reference without a slip. It is a slip if its last character is doubled, or if it only continues in
 * the next word: CQ-ABC12 TOYOTA.
 */
function isWhole(words: string[], reference: string): boolean {
  const text = words.join('');
  const ends = new Set<number>();
  for (const word of words) ends.add(Math.max(0, ...ends) + word.length);
  for (let at = text.indexOf(reference); at >= 0; at = text.indexOf(reference, at + 1)) {
    const end = at + reference.length;
    const isGlued = ![...ends].some((boundary) => boundary > at && boundary < end) && text[end] !== reference.at(-1);
    if (ends.has(end) || isGlued) return true;
  }
  return false;
}

/** An order number has no check character, so one slip names another order. That order ranks behind one that fits better. */
const OTHER_PAYER_OF_NUMBER = -30;

function scoreOf(line: Line, candidate: OrderCandidate, named: NamedBy | NearName['kind'] | null) {
  const { counterparty, bookedOn } = line;
  const { orderId, names, hold } = candidate;
  const reasons: Reason[] = [];
  if (named) reasons.push(named === 'number' ? 'reference' : named);
  const amount = line.currency === BOOKS_CURRENCY ? amountReason(line, candidate) : null;
  if (amount) reasons.push(amount);
  const parties = names.map((name) => matchParty(counterparty ?? '', name));
  if (parties.includes('same')) reasons.push('name');
  else if (parties.includes('perhaps')) reasons.push('nameInLatin');
  if (hold && bookedOn >= hold.from && bookedOn <= hold.to) reasons.push('hold');
  const score = reasons.reduce((sum, reason) => sum + POINTS[reason], 0);
  const isOther = named === 'number' && counterparty !== null && parties.every((match) => match === 'other');
  return { orderId, reasons, score, rank: score + (isOther ? OTHER_PAYER_OF_NUMBER : 0) };
}

function amountReason({ cents, chargesCents }: Line, { due }: OrderCandidate): 'amount' | 'short' | null {
  if (due.some((open) => open.cents === cents)) return 'amount';
  const isTolerated = (missing: number, toleranceCents: number) =>
    missing > 0 && missing <= Math.max(toleranceCents, chargesCents);
  return due.some((open) => isTolerated(open.cents - cents, open.toleranceCents)) ? 'short' : null;
}

/** The order numbers that a text may contain, for looking them up: CQ and at least six digits after folding. */
export function numbersIn(...texts: (string | null)[]): number[] {
  const found = new Set<number>();
  for (const text of texts) {
    for (const { 1: digits = '' } of foldReference(text ?? '').matchAll(/CQ(?=(\d{6,12}))/g)) {
      for (let length = 6; length <= digits.length; length++) found.add(Number(digits.slice(0, length)));
    }
  }
  return [...found].filter((id) => id > 0);
}

/** Cyrillic and Greek capitals that look like Latin ones. */
const LOOKALIKES: Record<string, string> = Object.fromEntries(
  ['АВЕЅІЈКМНОРСТХУЗ', 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ'].flatMap((signs, script) =>
    [...signs].map((sign, at) => [sign, ['ABESIJKMHOPCTXY3', 'ABEZHIKMNOPTYX'][script]?.[at] ?? '']),
  ),
);

/**
 * Folds a text so that references are found however they were typed: capitals without accents, full-width and look-alike
 * letters as Latin ones, O as 0, I and L as 1, and nothing but letters and digits.
 */
export function foldReference(text: string): string {
  return text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[\u0370-\u04FF]/g, (sign) => LOOKALIKES[sign] ?? sign)
    .replace(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
}

type NamedOrder = { orderId: number; nextCents: number; openCents: number };

/**
 * Splits a transfer that names several orders, by order, if it is the sum of what they owe next or of all that they owe. Returns an empty map
 * otherwise; then finance enters the parts.
 */
export function splitAmong(cents: number, orders: NamedOrder[]): Map<number, number> {
  if (orders.length < 2) return new Map();
  for (const owed of ['nextCents', 'openCents'] as const) {
    const sum = orders.reduce((total, order) => total + order[owed], 0);
    if (sum === cents && orders.every((order) => order[owed] > 0))
      return new Map(orders.map((order) => [order.orderId, order[owed]]));
  }
  return new Map();
}
