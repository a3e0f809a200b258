import type { Offer } from '#features/catalog/listings/model/listing.ts';
import type { PaymentMethod } from '#features/payments/gateways/model/charge.ts';

export const PAYMENT_STATES = [
  'created',
  'authorised',
  'capturing',
  'captured',
  'refunded',
  'voided',
  'failed',
] as const;

/**
 * - `created`: the gateway is being asked to reserve the amount, or its response was lost; a bank transfer is expected
 * - `authorised`: the amount is reserved
 * - `capturing`: the gateway is being asked to take the amount, or its response was lost
 * - `captured`: the amount was taken
 * - `refunded`: a refund was sent
 * - `voided`: the reservation was released
 * - `failed`: nothing was taken
 */
export type PaymentState = (typeof PAYMENT_STATES)[number];

/**
 * The states that may follow each state. A bank transfer has no reservation, so it goes from `created` to `captured`. The
 * only way back is `refunded` to `captured`, when a refund fails later.
 */
const TRANSITIONS: Record<PaymentState, readonly PaymentState[]> = {
  created: ['authorised', 'captured', 'failed', 'voided'],
  authorised: ['capturing', 'voided'],
  capturing: ['captured', 'voided', 'failed'],
  captured: ['refunded'],
  refunded: ['captured'],
  voided: [],
  failed: [],
};

export function canTransition(from: PaymentState, to: PaymentState): boolean {
  return TRANSITIONS[from].includes(to);
}

/** Display statuses: the specification's plus `refunded`. */
export const DISPLAY_PAYMENT_STATUSES = ['success', 'pending', 'failed', 'refunded'] as const;
export type DisplayPaymentStatus = (typeof DISPLAY_PAYMENT_STATUSES)[number];

export function displayPaymentStatus(state: PaymentState): DisplayPaymentStatus {
  if (state === 'captured') return 'success';
  if (state === 'refunded') return 'refunded';
  return state === 'voided' || state === 'failed' ? 'failed' : 'pending';
}

/** Returns the states that are displayed as a status. */
export function statesDisplayedAs(status: DisplayPaymentStatus): PaymentState[] {
  return PAYMENT_STATES.filter((state) => displayPaymentStatus(state) === status);
}

/** Minutes until a hold expires. */
export const HOLD_MINUTES = 15;
export const MAX_HOLDS = 3;

/**
 * The car and its price at the time of payment; cents of US dollars. Of an order of several cars the first one by id, with the
 * amounts of all of them.
 */
export type Quote = {
  listingId: number;
  offer: Offer;
  /** For a Rent car, of all days together. */
  priceCents: number;
  taxCents: number;
  feeCents: number;
  totalCents: number;
  /** The deposit that is charged now. */
  bookingCents: number;
  /** Null for a purchase. */
  period: RentalPeriod | null;
};

/** Days in UTC as YYYY-MM-DD; `endDay` is not included. */
export type RentalPeriod = { startDay: string; endDay: string };

export type Payment = {
  id: number;
  userId: number;
  transactionId: string;
  /** Null for a payment without a car yet, and for a later payment of an order. */
  quote: Quote | null;
  /** The order that the payment belongs to; null until a deposit is captured. */
  orderId: number | null;
  /** The item of the order's plan that a later payment is for. */
  planItemId: number | null;
  amountCents: number;
  method: PaymentMethod;
  cardBrand: string | null;
  cardLast4: string | null;
  contactEmail: string;
  state: PaymentState;
  outcome: string | null;
  gatewayReference: string | null;
  expiresAt: Date;
  capturedAt: Date | null;
  createdAt: Date;
};

/** Returns whether a payment only reserves a rental's security deposit. A captured part has an item of the plan. */
export const isHold = ({ quote, orderId, planItemId }: Pick<Payment, 'quote' | 'orderId' | 'planItemId'>) =>
  orderId !== null && quote === null && planItemId === null;

/** A row of the back office's payment list. */
export type ListedPayment = Pick<
  Payment,
  'id' | 'transactionId' | 'userId' | 'amountCents' | 'method' | 'state' | 'createdAt'
> & { listingId: number | null; refundFailed: boolean };

/** The id that a browser gives its payment: TR and its clock in milliseconds. */
export const TRANSACTION_ID = /^TR\d{1,20}$/;

/**
 * The step of a refund, as the view `refund_steps` computes it:
 * - `car`: a car of the order must be returned first
 * - `check`: a claim or a check of names holds it
 * - `account`: it goes by transfer, and the buyer has entered no bank account
 * - `account_waits`: the account of the buyer is not in force yet
 * - `ready`: finance can send it
 * - `sending`: by the payment provider
 */
export const REFUND_STEPS = ['car', 'check', 'account', 'account_waits', 'ready', 'sending', 'sent', 'failed'] as const;
export type RefundStep = (typeof REFUND_STEPS)[number];
