import type { Offer } from '#features/catalog/listings/model/listing.ts';
import type { OrderTerms } from '#features/payments/order-terms/model/order-terms.ts';
import type { TradeTerm } from '#features/payments/trade-terms/model/trade-term.ts';
import type { OrderLife } from './order-life.ts';

/** A step aboard, an export paper, or the pick-up of a rental. */
const WITHDRAWN = ['aboard', 'papers', 'pick_up'] as const;
type Withdrawn = (typeof WITHDRAWN)[number];

export type CarFacts = {
  listingId: number;
  /** Export papers and steps that were reported as done. */
  papers: readonly ExportPaper[];
  steps: readonly string[];
  /**
   * What reports said that count no more, because they were withdrawn or because the car left the sailing they are about. Such a report may have
   * been right, so it still keeps one person from ending the order.
   */
  withdrawn: readonly Withdrawn[];
  needsMakersLetter: boolean;
  isOnSailing: boolean;
  /**
   * When the office reported the arrival or recorded the signed handover; null before. A handover recorded by the seller does not count, because it
   * would begin the days for claims on the word of one side.
   */
  arrivalTold: Date | null;
  /** Both sides signed the handover of a car for sale. */
  isHandedOver: boolean;
  /** The return of the car is awaited, because its order has ended or a claim gave its buyer most of the price. */
  isAway: boolean;
  /** The return of the car was recorded. */
  isBack: boolean;
  /** Two people recorded that the car is lost on its way. */
  isLost: boolean;
  /** The car is unclaimed and for sale at the price of the order. */
  isFree: boolean;
  /** Reported or signed return of a rental. */
  returnedAt: Date | null;
  /** The car is with the renter of another order. */
  isElsewhere: boolean;
};

/** The facts that decide what may happen to an order. Money is in cents. */
export type OrderFacts = {
  id: number;
  offer: Offer;
  life: OrderLife;
  terms: Pick<
    OrderTerms,
    | 'requiresBalance'
    | 'requiresContract'
    | 'requiresSteps'
    | 'cancelFreeDays'
    | 'cancelUntil'
    | 'keptCancelBps'
    | 'keptUnpaidBps'
  >;
  bookedAt: Date;
  /** Of a rental: when it begins, and the latest time at which its return is not late. */
  startsAt: Date | null;
  returnBy: Date | null;
  endedAt: Date | null;
  /** The price of the cars with tax and fees. */
  priceCents: number;
  /** What is still to be paid; negative if more was received than owed. */
  openCents: number;
  /** Received, less refunds. */
  receivedCents: number;
  /** The hold ended without a transfer. */
  isLapsed: boolean;
  /** Money has arrived, not counting transfers that were matched by mistake. */
  wasPaid: boolean;
  /** The cars were booked, not only held. */
  wasBooked: boolean;
  depositCents: number;
  securityHeldCents: number;
  /** The part of the agreed security deposit that is neither taken nor held on a card until the car is back. */
  securityMissingCents: number;
  isCardHeld: boolean;
  /** A card hold is waiting for the bank. */
  isCardAsked: boolean;
  /** Staff accepted a license for the days of the rental, or the terms need none. */
  hasLicense: boolean;
  /** Refunds wait until a car is back or recorded as lost. */
  refundsAwaitReturn: boolean;
  /** A decided claim gave the buyer a part of the price while the order went on. */
  isReduced: boolean;
  /** A watch-list hit holds the order. */
  isChecked: boolean;
  /** A claim, or a dispute at the provider, freezes the money. */
  isClaimed: boolean;
  isDisputed: boolean;
  contractAccepted: boolean;
  hasConsignee: boolean;
  /** Null for a rental, and for a sale from before orders had a trade term. */
  tradeTerm: TradeTerm | null;
  /** Days from the start of the days for claims until the payout. */
  payoutDays: number;
  /** Days after the expected arrival in which the buyer may claim that a car did not arrive. */
  arrivalDays: number;
  cars: readonly CarFacts[];
};

/** Steps of a car that has reached its port. */
export const ARRIVED_STEPS: readonly string[] = ['arrived', 'discharged', 'released'];
/** Steps of a car that is or was aboard. */
export const ABOARD_STEPS: readonly string[] = ['loaded', 'sailed', 'bill_of_lading', ...ARRIVED_STEPS];

const hasSome = (steps: readonly string[], wanted: readonly string[]) => wanted.some((step) => steps.includes(step));

export const isAboard = ({ steps }: Pick<CarFacts, 'steps'>) => hasSome(steps, ABOARD_STEPS);
/** Returns whether a report that the car was aboard counts no more, and no other says so. */
export const hasLeft = (car: Pick<CarFacts, 'steps' | 'withdrawn'>) =>
  car.withdrawn.includes('aboard') && !isAboard(car);
export const isPickedUp = ({ steps }: Pick<CarFacts, 'steps'>) => steps.includes('pick_up');
/** Returns whether the renter has the car. */
export const isWithRenter = ({ steps }: Pick<CarFacts, 'steps'>) =>
  steps.includes('pick_up') && !steps.includes('return');
export const hasBill = ({ steps }: Pick<CarFacts, 'steps'>) => hasSome(steps, ['bill_of_lading', 'released']);

/** Returns the export papers that have not been reported. */
export function missingPapers({ papers, needsMakersLetter }: CarFacts): ExportPaper[] {
  return neededPapers(needsMakersLetter).filter((paper) => !papers.includes(paper));
}

/** By trade term, the last steps. Each car without a signed handover needs one of them. */
const LAST_STEPS: Record<TradeTerm, readonly string[]> = {
  FOB: ['loaded', 'sailed', 'bill_of_lading', 'arrived', 'discharged', 'released'],
  CFR: ['arrived', 'discharged', 'released'],
  CIF: ['arrived', 'discharged', 'released'],
  CIP: ['released'],
};

/** Returns whether a car has reached the point of its trade term. */
export function hasArrived({ steps, isHandedOver }: CarFacts, term: TradeTerm | null): boolean {
  return isHandedOver || hasSome(steps, LAST_STEPS[term ?? 'FOB']);
}

/** Papers that a car needs to leave China. */
export const EXPORT_PAPERS = ['export_licence', 'deregistration', 'customs_declaration', 'makers_letter'] as const;
export type ExportPaper = (typeof EXPORT_PAPERS)[number];

/** Returns the export papers that a car needs. */
export function neededPapers(needsLetter: boolean): ExportPaper[] {
  return EXPORT_PAPERS.filter((paper) => paper !== 'makers_letter' || needsLetter);
}

const DAY_MS = 86_400_000;
const LETTER_DAYS = 180;

/**
 * Returns whether a car was registered at most 180 days before the order, counted from the last day of its month. Such cars need the maker's
 * letter.
 */
export function needsMakersLetter(registeredMonth: string | null, orderedAt: Date): boolean {
  const [year, month] = (registeredMonth ?? '').split('-').map(Number);
  if (!year || !month) return false;
  return orderedAt.getTime() - Date.UTC(year, month, 0) <= LETTER_DAYS * DAY_MS;
}
