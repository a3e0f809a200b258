import type { Charge, GatewayMessage } from '../model/charge.ts';
import type { PaymentMethod } from '../model/payment-method.ts';

/** What a buyer pays with. It lives as long as the call that carries it, and is never stored or logged. */
export type Instrument =
  | { kind: 'card'; number: string; expiryDate: string; cvv: string; name: string }
  | { kind: 'paypal'; email: string }
  | { kind: 'upi'; id: string }
  /** A stand-in for the card that the provider's own fields made in the browser. */
  | { kind: 'token'; token: string };

/**
 * How a charge is known to the gateway: by its own reference, or, where nobody heard of one, by our payment, what it is for and when
 * it began. A provider may serve several databases, and their payments have the same ids.
 */
export type ChargeKey = { paymentId: number; reference: string | null; amountCents: number; createdAt: Date };

type ChargedPayment = { id: number; gatewayReference: string | null; amountCents: number; createdAt: Date };

export const chargeKeyOf = ({ id, gatewayReference, amountCents, createdAt }: ChargedPayment): ChargeKey => ({
  paymentId: id,
  reference: gatewayReference,
  amountCents,
  createdAt,
});

export type Order = ChargeKey & {
  currency: string;
  method: PaymentMethod;
  instrument: Instrument;
};

/** How giving money back stands. `pending`: it was accepted, and is decided later. */
export type RefundOutcome = { state: 'done' | 'pending' | 'failed'; failure: string | null };
/** A refund that the gateway knows of. `attempt`: which of ours it is; null: somebody made it at the provider. */
export type GatewayRefund = RefundOutcome & { reference: string; cents: number; attempt: number | null };

/**
 * A provider that reserves, takes and gives back money. Every call may be repeated with the same key without a second effect, and
 * throws `GatewayTimeout` when nobody knows whether it had one.
 */
export type PaymentGateway = {
  name: 'simulated' | 'stripe';
  authorize(order: Order): Promise<Charge>;
  /** What the gateway knows of a charge now. */
  find(key: ChargeKey): Promise<Charge>;
  capture(key: ChargeKey): Promise<Charge>;
  /** Gives a reservation back. Of a charge it has not heard of it never makes one afterwards. */
  release(key: ChargeKey): Promise<Charge>;
  /** Gives money back; the same attempt once. */
  refund(refund: ChargeKey & { refundCents: number; attempt: number }): Promise<RefundOutcome>;
  /** All refunds of a charge, whoever made them. */
  refunds(key: ChargeKey): Promise<GatewayRefund[]>;
  /** Reads a signed message of the gateway about a charge; null when it is genuine but tells nothing of ours. Throws when forged. */
  readMessage(body: Buffer, headers: Record<string, unknown>): GatewayMessage | null;
};

/** No answer came: the call may have had its effect or not. */
export class GatewayTimeout extends Error {
  constructor(cause?: unknown) {
    super('the payment gateway did not answer', { cause });
    this.name = 'NoAnswer';
  }
}

/** A message that the gateway did not sign, or signed too long ago. */
export class ForgedMessage extends Error {}
