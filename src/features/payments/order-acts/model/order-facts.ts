import type { Offer } from '#features/catalog/listings/model/listing.ts';
import type { OrderTerms } from '#features/payments/order-terms/model/order-terms.ts';
import type { TradeTerm } from '#features/payments/trade-terms/model/trade-term.ts';
import type { OrderLife } from './order-life.ts';

export type CarFacts = {
  listingId: number;
  /** The export papers and the steps that somebody reported as done. */
  papers: readonly ExportPaper[];
  steps: readonly string[];
  needsMakersLetter: boolean;
  isOnSailing: boolean;
  /**
   * When its buyer could know that the car had arrived: not before the office told it or recorded the signed handover. Null if it has not. A handover
   * that the seller recorded does not count: it would begin the days for claims on the word of one side.
   */
  arrivalTold: Date | null;
  /** Whether anybody recorded that both sides signed the handover of a car for sale. */
  isHandedOver: boolean;
  /** Whether the car has to come back after the end of its order, and did not yet. */
  isAway: boolean;
  /** Whether nobody holds or has bought the car, and it is for sale at the price of the order. */
  isFree: boolean;
  /** Of a rental: when its return was reported or signed. */
  returnedAt: Date | null;
  /** Whether the car is with the renter of another order. */
  isElsewhere: boolean;
};

/** All that decides what may happen to an order. Money is in cents. */
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
  /** Received in any way and not given back. */
  receivedCents: number;
  /** Whether the hold for its transfer ended because the transfer did not come. */
  isLapsed: boolean;
  /** Whether any money ever arrived, without transfers that were matched by mistake. */
  wasPaid: boolean;
  /** Whether its cars were booked, not only held for a transfer. */
  wasBooked: boolean;
  /** What the first payment was. */
  depositCents: number;
  securityHeldCents: number;
  /** What the terms ask for as a security deposit and was neither taken nor is held on a card until the car is back. */
  securityMissingCents: number;
  /** Whether an amount is held on the card of the renter. */
  isCardHeld: boolean;
  /** Whether the bank of the renter is being asked to hold an amount. */
  isCardAsked: boolean;
  /** Whether staff accepted a license of the renter that fits the days, or the terms ask for none. */
  hasLicense: boolean;
  /** Whether its refunds are sent only once its car is back. */
  refundsAwaitReturn: boolean;
  /** Whether a hit of the watch lists holds the order. */
  isChecked: boolean;
  /** Whether a claim or a dispute at the provider freezes the money. */
  isClaimed: boolean;
  isDisputed: boolean;
  contractAccepted: boolean;
  hasConsignee: boolean;
  /** Null for a rental, and for a sale from before orders had a trade term. */
  tradeTerm: TradeTerm | null;
  /** Days until the seller is paid, from when the days for claims begin. */
  payoutDays: number;
  /** Days after the expected arrival in which the buyer may claim that a car did not arrive. */
  arrivalDays: number;
  cars: readonly CarFacts[];
};

/** Steps that nobody can report of a car that is not aboard, or was. */
export const ABOARD_STEPS: readonly string[] = [
  'loaded',
  'sailed',
  'bill_of_lading',
  'arrived',
  'discharged',
  'released',
];

const hasSome = (steps: readonly string[], wanted: readonly string[]) => wanted.some((step) => steps.includes(step));

export const isAboard = ({ steps }: Pick<CarFacts, 'steps'>) => hasSome(steps, ABOARD_STEPS);
export const isPickedUp = ({ steps }: Pick<CarFacts, 'steps'>) => steps.includes('pick_up');
/** Whether a rented car is with its renter. */
export const isWithRenter = ({ steps }: Pick<CarFacts, 'steps'>) =>
  steps.includes('pick_up') && !steps.includes('return');
export const hasBill = ({ steps }: Pick<CarFacts, 'steps'>) => hasSome(steps, ['bill_of_lading', 'released']);

/** Returns the export papers of a car that nobody has reported. */
export function missingPapers({ papers, needsMakersLetter }: CarFacts): ExportPaper[] {
  return neededPapers(needsMakersLetter).filter((paper) => !papers.includes(paper));
}

/** Steps of which one must be reported for each car that was not handed over with signatures, by trade term. */
const LAST_STEPS: Record<TradeTerm, readonly string[]> = {
  FOB: ['loaded', 'sailed', 'bill_of_lading', 'arrived', 'discharged', 'released'],
  CFR: ['arrived', 'discharged', 'released'],
  CIF: ['arrived', 'discharged', 'released'],
  CIP: ['released'],
};

/** Whether a car has come as far as its trade term says. */
export function hasArrived({ steps, isHandedOver }: CarFacts, term: TradeTerm | null): boolean {
  return isHandedOver || hasSome(steps, LAST_STEPS[term ?? 'FOB']);
}

/** The papers without which a car does not leave China. */
export const EXPORT_PAPERS = ['export_licence', 'deregistration', 'customs_declaration', 'makers_letter'] as const;
export type ExportPaper = (typeof EXPORT_PAPERS)[number];

/** Returns the export papers that a car needs. */
export function neededPapers(needsLetter: boolean): ExportPaper[] {
  return EXPORT_PAPERS.filter((paper) => paper !== 'makers_letter' || needsLetter);
}

const DAY_MS = 86_400_000;
const LETTER_DAYS = 180;

/**
 * Whether the maker's letter is needed: for cars registered at most 180 days before the order. Only the month is known, so its last
 * day counts.
 */
export function needsMakersLetter(registeredMonth: string | null, orderedAt: Date): boolean {
  const [year, month] = (registeredMonth ?? '').split('-').map(Number);
  if (!year || !month) return false;
  return orderedAt.getTime() - Date.UTC(year, month, 0) <= LETTER_DAYS * DAY_MS;
}
