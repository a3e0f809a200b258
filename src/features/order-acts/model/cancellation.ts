import { shareOfCents } from '#lib/money.ts';
import type { OrderFacts } from './order-facts.ts';

const DAY_MS = 86_400_000;
/** Canceling a rental is free until 24 hours before it begins. */
const FREE_UNTIL_MS = DAY_MS;
const LATE_REFUND_SHARE = 0.5;
const WHOLE_BPS = 10_000;

/** What a cancellation costs the buyer, and until when: null if it stays so until a step of the shipment. */
export type CancelCost = { keptCents: number; until: Date | null };

type Booked = Pick<OrderFacts, 'offer' | 'terms' | 'bookedAt' | 'startsAt' | 'priceCents' | 'depositCents'>;

const shareOfPrice = ({ priceCents }: Booked, bps: number) => shareOfCents(priceCents, bps / WHOLE_BPS);

/**
 * Computes what is kept if the buyer cancels now. A purchase: nothing in the free days of its terms, afterwards their share of the price. A
 * rental: nothing until 24 hours before it begins, half of the deposit until it begins. Whether the buyer may cancel is another question.
 */
export function cancellationOf(booked: Booked, now: Date): CancelCost {
  const { offer, terms, bookedAt, startsAt, depositCents } = booked;
  if (offer === 'Rent') {
    if (startsAt === null) return { keptCents: 0, until: null };
    const freeUntil = new Date(startsAt.getTime() - FREE_UNTIL_MS);
    if (now < freeUntil) return { keptCents: 0, until: freeUntil };
    return { keptCents: depositCents - shareOfCents(depositCents, LATE_REFUND_SHARE), until: startsAt };
  }
  const freeUntil = new Date(bookedAt.getTime() + terms.cancelFreeDays * DAY_MS);
  if (now < freeUntil) return { keptCents: 0, until: freeUntil };
  return { keptCents: shareOfPrice(booked, terms.keptCancelBps), until: null };
}

/** Computes what is kept if the balance was not paid: at least what the buyer would lose by canceling now. */
export function keptOfUnpaid(booked: Booked, now: Date): number {
  return Math.max(cancellationOf(booked, now).keptCents, shareOfPrice(booked, booked.terms.keptUnpaidBps));
}

/** Money of payments: all that was captured, and what is not on its way back. */
type Received = { receivedCents: number; leftCents: number };

/** Returns what the buyer gets back when so much is kept of all that was received. */
export function refundOf({ receivedCents, leftCents }: Received, keptCents: number): number {
  return Math.max(0, Math.min(receivedCents - keptCents, leftCents));
}
