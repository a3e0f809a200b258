import type { Offer } from '#features/catalog/listings/model/listing.ts';
import type { OrderLife } from '#features/payments/order-acts/model/order-life.ts';

export const CLAIM_KINDS = ['not_as_described', 'damaged', 'not_arrived', 'not_as_papers'] as const;
export type ClaimKind = (typeof CLAIM_KINDS)[number];

/**
 * - `open`: the seller is to answer
 * - `answered`: the buyer may add to it
 * - `under_review`: the operator is to decide
 * - `decided`: one person has decided, and a second is to confirm it
 * - `executed`: the money was moved
 */
export const CLAIM_STATES = ['open', 'answered', 'under_review', 'decided', 'executed', 'withdrawn'] as const;
export type ClaimState = (typeof CLAIM_STATES)[number];

const TRANSITIONS: Record<ClaimState, readonly ClaimState[]> = {
  open: ['answered', 'under_review', 'withdrawn'],
  answered: ['under_review', 'decided', 'executed', 'withdrawn'],
  under_review: ['decided', 'executed', 'withdrawn'],
  decided: ['decided', 'executed'],
  executed: [],
  withdrawn: [],
};

export function canTransition(from: ClaimState, to: ClaimState): boolean {
  return TRANSITIONS[from].includes(to);
}

/** Who is to act next. */
const TURNS: Partial<Record<ClaimState, 'buyer' | 'seller' | 'operator'>> = {
  open: 'seller',
  answered: 'buyer',
  under_review: 'operator',
};
export const isTurnOf = (party: 'buyer' | 'seller' | 'operator', state: ClaimState) => TURNS[state] === party;

export const isEnded = (state: ClaimState) => state === 'executed' || state === 'withdrawn';
/** Returns true if the operator may decide, which is not before the seller's time to answer is over. */
export const isDecidable = (state: ClaimState) =>
  state === 'answered' || state === 'under_review' || state === 'decided';

/** The terms of an order about claims, in days. */
export type ClaimTerms = {
  /** After the handover. */
  days: number;
  /** After the latest expected arrival. */
  arrivalDays: number;
  answerDays: number;
  replyDays: number;
  reviewDays: number;
};

const DAY_MS = 86_400_000;
const daysAfter = (time: Date, days: number) => new Date(time.getTime() + days * DAY_MS);

/** Returns when silence has its result in a state that begins now; null if the claim has ended. A decision does not prolong the review. */
export function nextAt(state: ClaimState, terms: ClaimTerms, now: Date, reviewEnds: Date | null): Date | null {
  if (state === 'open') return daysAfter(now, terms.answerDays);
  if (state === 'answered') return daysAfter(now, terms.replyDays);
  if (state === 'under_review') return daysAfter(now, terms.reviewDays);
  return state === 'decided' ? (reviewEnds ?? daysAfter(now, terms.reviewDays)) : null;
}

/** What decides whether a claim may be opened. */
export type ClaimFacts = {
  offer: Offer;
  life: OrderLife;
  /** False for orders made under terms from before claims existed. */
  hasTerms: boolean;
  /** When the days for claims begin; null before the handover. */
  daysFrom: Date | null;
  /** The latest time at which the car was expected to arrive; of a rental, the time of the pick-up. */
  expectedAt: Date;
  /** When the buyer learned of `expectedAt`; equal to it if it comes from the schedule. */
  expectedSince: Date;
  terms: ClaimTerms;
};

type ClaimRefusal = 'oldTerms' | 'notActive' | 'tooEarly' | 'tooLate' | 'handedOver';
/** From when until when a claim may be opened; null where it depends on the handover, which has not happened. */
type ClaimWindow = { from: Date | null; until: Date | null; refusal: ClaimRefusal | null };

/** Says from when until when a claim of a kind may be opened, and why not now. What the buyer heard late does not shorten the days. */
export function windowOf(kind: ClaimKind, facts: ClaimFacts, now: Date): ClaimWindow {
  const { life, hasTerms, daysFrom, expectedAt, expectedSince, terms } = facts;
  const closed = (refusal: ClaimRefusal): ClaimWindow => ({ from: null, until: null, refusal });
  if (!hasTerms) return closed('oldTerms');
  if (life !== 'active' && life !== 'completed') return closed('notActive');
  if (kind === 'not_arrived') {
    if (life === 'completed') return closed('handedOver');
    const until = daysAfter(expectedSince > expectedAt ? expectedSince : expectedAt, terms.arrivalDays);
    return { from: expectedAt, until, refusal: now < expectedAt ? 'tooEarly' : now > until ? 'tooLate' : null };
  }
  const until = daysFrom && daysAfter(daysFrom, terms.days);
  return { from: null, until, refusal: until && now > until ? 'tooLate' : null };
}

/** Questions of the office in one claim. */
export const MAX_QUESTIONS = 20;

/** Returns true while the parties can answer a question from the office. */
export const mayBeAsked = (state: ClaimState): boolean => !isEnded(state) && state !== 'decided';
