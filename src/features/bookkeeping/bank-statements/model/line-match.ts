import { BOOKS_CURRENCY } from '#lib/i18n/currency.ts';

/**
 * - `order`: a transfer for an order
 * - `fee`: a bank fee, or its refund
 * - `provider_payout`: what a payment provider paid out, less its fees
 * - `card_terminal`: what the card terminal of the office paid out, less its fees
 * - `cash`: cash that was brought to the bank or fetched there
 * - `refund`: a refund that we sent
 * - `refund_return`: a refund that we sent and that the bank returned
 * - `cash_return`: money taken in person that we gave back by transfer
 * - `payout`: a payout to a seller that we sent
 * - `transport_bill`: what we paid a carrier, insurer or inspector for an order
 * - `passed_on`: other fees that buyers paid us and we passed on, such as those of an authority
 * - `tax`: tax that we paid, or that came back
 * - `drawing`: commission that the operator took out
 * - `interest`, `capital`: of the operator, in or out
 * - `expense`: rent, salaries and other costs of the operator
 * - `conversion`: money that moved between two of our accounts, at least one of them in another currency
 * - `return`: two lines that cancel each other, such as a transfer that came back
 * - `set_aside`: unrelated to anything on the site, with a reason
 */
export const MATCH_KINDS = [
  'order',
  'fee',
  'provider_payout',
  'card_terminal',
  'cash',
  'refund',
  'refund_return',
  'cash_return',
  'payout',
  'transport_bill',
  'passed_on',
  'tax',
  'drawing',
  'interest',
  'capital',
  'expense',
  'conversion',
  'return',
  'set_aside',
] as const;
export type MatchKind = (typeof MATCH_KINDS)[number];

export const LINE_STATES = ['open', 'matched', 'set_aside'] as const;
export type LineState = (typeof LINE_STATES)[number];

/** A line is open until its parts come to its whole amount. */
export function stateOf({ leftCents, isSetAside }: { leftCents: number; isSetAside: boolean }): LineState {
  if (leftCents !== 0) return 'open';
  return isSetAside ? 'set_aside' : 'matched';
}

const EITHER_WAY: MatchKind[] = ['fee', 'tax', 'cash', 'interest', 'capital', 'conversion', 'return', 'set_aside'];
const ONLY_IN: MatchKind[] = ['order', 'provider_payout', 'card_terminal', 'refund_return'];
const ONLY_OUT: MatchKind[] = ['refund', 'cash_return', 'payout', 'transport_bill', 'passed_on', 'drawing', 'expense'];

/** Kinds that book a line in another currency with a value in dollars that the user enters. */
const WITH_VALUE: MatchKind[] = ['order', 'fee', 'cash', 'tax', 'drawing', 'interest', 'capital', 'expense'];
const FOREIGN: MatchKind[] = [...WITH_VALUE, 'conversion', 'return', 'set_aside'];

/** Whether the user has to enter the value of a part in dollars. `other`: the currency of the other side of a conversion. */
export const needsValue = (kind: MatchKind, currency: string, other = BOOKS_CURRENCY) =>
  currency !== BOOKS_CURRENCY && (WITH_VALUE.includes(kind) || (kind === 'conversion' && other !== BOOKS_CURRENCY));

/** The kinds that fit money that came in, and money that went out, in the currency of its account. */
export function kindsFor({ cents, currency }: { cents: number; currency: string }): MatchKind[] {
  const fitting = new Set([...EITHER_WAY, ...(cents > 0 ? ONLY_IN : ONLY_OUT)]);
  return MATCH_KINDS.filter((kind) => fitting.has(kind) && (currency === BOOKS_CURRENCY || FOREIGN.includes(kind)));
}

/** The ledger account to which each kind books the money of a line, after fees. */
export const BOOKED_TO = {
  fee: 'bank_fees',
  provider_payout: 'gateway',
  card_terminal: 'card_terminal',
  cash: 'cash',
  passed_on: 'fees_to_pass_on',
  tax: 'tax_payable',
  drawing: 'earnings',
  interest: 'interest',
  capital: 'capital',
  expense: 'expenses',
} as const satisfies Partial<Record<MatchKind, string>>;
type BookedKind = keyof typeof BOOKED_TO;
export const isBooked = (kind: MatchKind): kind is BookedKind => kind in BOOKED_TO;

/** Kinds by which money of the operator leaves. One person alone matches them up to the limit of payouts within a day. */
const OWN_MONEY: MatchKind[] = [
  'fee',
  'cash',
  'transport_bill',
  'passed_on',
  'tax',
  'drawing',
  'interest',
  'capital',
  'expense',
];

const DAY_MS = 86_400_000;
/** Banks book both sides of a conversion within a week. */
export const MAX_CONVERSION_DAYS = 7;

/** `bookedOn`: as YYYY-MM-DD. */
type Side = { account: string; currency: string; cents: number; bookedOn: string };

/** Whether two lines can be a conversion: of two accounts, not both in dollars, in opposite directions, of about the same days. */
export function isConversion(one: Side, other: Side): boolean {
  const days = Math.abs(Date.parse(one.bookedOn) - Date.parse(other.bookedOn)) / DAY_MS;
  const isSameCurrency = one.currency === other.currency;
  if (isSameCurrency && (one.currency === BOOKS_CURRENCY || one.account === other.account)) return false;
  return Math.sign(one.cents) !== Math.sign(other.cents) && days <= MAX_CONVERSION_DAYS;
}

/**
 * Returns how much of the limit of one person a match uses: money of the operator that leaves, every value entered for a part in
 * another currency, the dollars of a conversion, because a person decides which lines are its two sides, and fees that others kept. `usdCents`: the value of the part, with
 * its sign.
 */
export function countsTowardLimit(kind: MatchKind, currency: string, usdCents: number, feeCents = 0): number {
  if (kind === 'conversion' || needsValue(kind, currency)) return Math.abs(usdCents);
  if (WITH_FEE.includes(kind)) return feeCents;
  return currency === BOOKS_CURRENCY && usdCents < 0 && OWN_MONEY.includes(kind) ? -usdCents : 0;
}

const WITH_REASON: MatchKind[] = ['set_aside', 'transport_bill', 'passed_on', 'tax', 'drawing', 'capital', 'expense'];

/** Whether a reason is required. Money that came in as a fee becomes ours, so it needs one too. */
export function needsReason(kind: MatchKind, cents: number): boolean {
  if (kind === 'fee') return cents > 0;
  return WITH_REASON.includes(kind);
}

/** Kinds that record that money was sent or returned. They cannot be undone, because their consequences cannot. */
export const IS_FINAL: MatchKind[] = ['refund', 'refund_return', 'payout'];

/** Kinds that leave the money where the import has put it, so they need no confirmed statement. */
export const MOVES_NOTHING: MatchKind[] = ['return', 'set_aside'];

/** Kinds that match two whole lines with each other. */
export const PAIRS_LINES: MatchKind[] = ['conversion', 'return'];

/** Kinds from which the provider keeps a fee, so that more left the other account than arrived. */
export const KEEPS_A_FEE: MatchKind[] = ['provider_payout', 'card_terminal'];
/** Kinds of which somebody enters a fee. */
const WITH_FEE: MatchKind[] = [...KEEPS_A_FEE, 'refund_return'];
