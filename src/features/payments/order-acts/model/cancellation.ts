import type { CancelTerms } from '#features/payments/order-terms/model/order-terms-contract.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { shareOfCents } from '#lib/money.ts';
import type { OrderFacts } from './order-facts.ts';

const DAY_MS = 86_400_000;
/** Canceling a rental is free until 24 hours before it begins. */
const FREE_UNTIL_MS = DAY_MS;
const LATE_REFUND_SHARE = 0.5;
/** The share of the whole price, which rules out canceling. */
export const NEVER_BPS = 10_000;

/** The cost of canceling, and until when it applies; null: until a shipment step. */
type CancelCost = { keptCents: number; until: Date | null };

type Booked = Pick<OrderFacts, 'offer' | 'terms' | 'bookedAt' | 'startsAt' | 'priceCents' | 'depositCents'>;

const shareOfPrice = ({ priceCents }: Booked, bps: number) => keptOf(priceCents, bps);

/** When the free days of a purchase are over. */
const freeUntilOf = ({ bookedAt, terms }: Booked) => new Date(bookedAt.getTime() + terms.cancelFreeDays * DAY_MS);

/** What is kept of a price by a share in hundredths of a percent. */
export const keptOf = (priceCents: number, bps: number) => shareOfCents(priceCents, bps / NEVER_BPS);

/**
 * Computes what is kept if the buyer cancels now. Purchase: nothing in the free days, later a share of the price. Rental: nothing until 24 hours
 * before it begins, then half of the deposit. Does not check whether the buyer may cancel.
 */
export function cancellationOf(booked: Booked, now: Date): CancelCost {
  const { offer, terms, startsAt, depositCents } = booked;
  if (offer === 'Rent') {
    if (startsAt === null) return { keptCents: 0, until: null };
    const freeUntil = new Date(startsAt.getTime() - FREE_UNTIL_MS);
    if (now < freeUntil) return { keptCents: 0, until: freeUntil };
    return { keptCents: depositCents - shareOfCents(depositCents, LATE_REFUND_SHARE), until: startsAt };
  }
  const freeUntil = freeUntilOf(booked);
  if (now < freeUntil) return { keptCents: 0, until: freeUntil };
  return { keptCents: shareOfPrice(booked, terms.keptCancelBps), until: null };
}

/**
 * Returns the shares of the price that are kept for an unpaid balance: `early` in the free days, `late` after them. `late` is at least the cost of
 * canceling, if that is possible. Terms without a share keep nothing early and everything late.
 */
export function unpaidBps({ keptCancelBps, keptUnpaidBps }: Pick<Booked['terms'], 'keptCancelBps' | 'keptUnpaidBps'>) {
  const isNamed = keptUnpaidBps > 0 && keptCancelBps >= NEVER_BPS;
  return { early: keptUnpaidBps, late: isNamed ? keptUnpaidBps : Math.max(keptCancelBps, keptUnpaidBps) };
}

/** Computes what is kept if the balance was not paid, as `cancelSentence` and the contract say. */
export function keptOfUnpaid(booked: Booked, now: Date): number {
  const { early, late } = unpaidBps(booked.terms);
  return shareOfPrice(booked, now < freeUntilOf(booked) ? early : late);
}

/** `leftCents`: captured and not being refunded. */
type Received = { receivedCents: number; leftCents: number };

/** Returns the refund when `keptCents` are kept. */
export function refundOf({ receivedCents, leftCents }: Received, keptCents: number): number {
  return Math.max(0, Math.min(receivedCents - keptCents, leftCents));
}

/**
 * Describes until when the buyer of a purchase may cancel, and at which cost. Checkout, order page and emails share these sentences.
 */
export function cancelSentence(t: Translator, terms: CancelTerms, priceCents: number): string {
  const { free_days: days, until, kept_bps: kept } = terms;
  const late =
    kept >= NEVER_BPS
      ? t(`acts.cancel.free.${until}`, { days })
      : t(`acts.cancel.kept.${until}`, { days, kept: t.cents(keptOf(priceCents, kept)) });
  return [late, t('acts.cancel.afterwards'), ...unpaidWords(t, terms, priceCents)].join(' ');
}

/** Describes what is kept for an unpaid balance; empty if nothing is. */
function unpaidWords(
  t: Translator,
  { free_days: days, kept_bps: keptCancelBps, kept_unpaid_bps: keptUnpaidBps }: CancelTerms,
  priceCents: number,
): string[] {
  const { early, late } = unpaidBps({ keptCancelBps, keptUnpaidBps });
  if (late === 0) return [];
  const kept = t.cents(keptOf(priceCents, late));
  if (early === late) return [t('acts.cancel.unpaid', { kept })];
  if (early === 0)
    return [t(late >= NEVER_BPS ? 'acts.cancel.unpaid.late' : 'acts.cancel.unpaid.free', { days, kept })];
  return [t('acts.cancel.unpaid.more', { days, early: t.cents(keptOf(priceCents, early)), kept })];
}
