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

const POINTS = { reference: 60, amount: 25, short: 18, name: 10, nameInLatin: 0, hold: 5 } as const;
/** The minimum score of a suggestion. No candidate reaches it without a reference. */
const SUGGEST_FROM = 60;
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

/** Returns the orders that a line may pay, the likeliest first. Nothing is suggested by amount and name alone. */
export function suggestOrders(line: Line, candidates: OrderCandidate[]): Suggestion[] {
  return line.cents > 0 ? scoreOrders(line, candidates).filter(({ score }) => score >= SUGGEST_FROM) : [];
}

/** Scores all candidates, the likeliest first. */
export function scoreOrders(line: Line, candidates: OrderCandidate[]): Suggestion[] {
  const found = namedIn(line, candidates);
  const scored = candidates
    .map((candidate) => scoreOf(line, candidate, found.has(candidate)))
    .sort((a, b) => b.score - a.score || a.orderId - b.orderId);
  return scored.map(({ orderId, score, reasons }, at) => {
    const gap = score - Math.max(0, ...scored.filter((_, other) => other !== at).map((other) => other.score));
    const isKnown = line.currency === BOOKS_CURRENCY;
    return { orderId, score, reasons, oneClick: isKnown && score >= CONFIRM_FROM && gap >= CONFIRM_GAP };
  });
}

/** Returns the candidates whose reference is in the line. */
function namedIn({ text, endToEndId, counterparty }: Line, candidates: OrderCandidate[]): Set<OrderCandidate> {
  const places = [text, endToEndId ?? '', counterparty ?? ''].map(foldReference);
  const has = (reference: string) => reference !== '' && places.some((place) => place.includes(reference));
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
  return new Set(meant.map(({ candidate }) => candidate));
}

function scoreOf(line: Line, candidate: OrderCandidate, isNamed: boolean) {
  const { counterparty, bookedOn } = line;
  const { orderId, names, hold } = candidate;
  const reasons: Reason[] = [];
  if (isNamed) reasons.push('reference');
  const amount = line.currency === BOOKS_CURRENCY ? amountReason(line, candidate) : null;
  if (amount) reasons.push(amount);
  const parties = names.map((name) => matchParty(counterparty ?? '', name));
  if (parties.includes('same')) reasons.push('name');
  else if (parties.includes('perhaps')) reasons.push('nameInLatin');
  if (hold && bookedOn >= hold.from && bookedOn <= hold.to) reasons.push('hold');
  return { orderId, reasons, score: reasons.reduce((sum, reason) => sum + POINTS[reason], 0) };
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
