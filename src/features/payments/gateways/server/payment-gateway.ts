import type { Charge, GatewayDispute, GatewayMessage, PaymentMethod } from '../model/charge.ts';

/** What a buyer pays with. Never stored or logged. */
export type Instrument =
  | { kind: 'card'; number: string; expiryDate: string; cvv: string; name: string }
  | { kind: 'paypal'; email: string }
  | { kind: 'upi'; id: string }
  /** A token that the provider's own card fields created in the browser. */
  | { kind: 'token'; token: string };

/**
 * Identifies a charge at the gateway by its reference or, if we never received one, by payment id, amount and creation time. The id alone is
 * ambiguous, because one provider account may serve several databases.
 */
export type ChargeKey = {
  paymentId: number;
  /** Selects the gateway: bank transfers have no provider. */
  method: PaymentMethod;
  reference: string | null;
  amountCents: number;
  createdAt: Date;
};

type ChargedPayment = Pick<ChargeKey, 'method' | 'amountCents' | 'createdAt'> & {
  id: number;
  gatewayReference: string | null;
};

export const chargeKeyOf = ({ id, method, gatewayReference, amountCents, createdAt }: ChargedPayment): ChargeKey => ({
  paymentId: id,
  method,
  reference: gatewayReference,
  amountCents,
  createdAt,
});

export type Order = ChargeKey & {
  currency: string;
  instrument: Instrument;
};

/** `pending`: the provider accepted the refund and decides later. */
export type RefundOutcome = { state: 'done' | 'pending' | 'failed'; failure: string | null };
/** A refund at the gateway. `attempt` is null for a refund that was made at the provider. */
export type GatewayRefund = RefundOutcome & { reference: string; cents: number; attempt: number | null };

/**
 * A payment provider. Every call is idempotent per key and throws `GatewayTimeout` when its outcome is unknown.
 */
export type PaymentGateway = {
  name: 'simulated' | 'stripe';
  /** The provider supports holds of a week on cards, with partial capture. */
  holdsCards: boolean;
  authorize(order: Order): Promise<Charge>;
  /** Returns the current state of a charge. */
  find(key: ChargeKey): Promise<Charge>;
  /** Captures the amount of the key and releases the rest of the reservation. */
  capture(key: ChargeKey): Promise<Charge>;
  /** Releases a reservation. A charge that the gateway has not seen yet can never be authorized afterwards. */
  release(key: ChargeKey): Promise<Charge>;
  /** Refunds part or all of a charge, once per attempt. */
  refund(refund: ChargeKey & { refundCents: number; attempt: number }): Promise<RefundOutcome>;
  /** Lists all refunds of a charge, ours and those made at the provider. */
  refunds(key: ChargeKey): Promise<GatewayRefund[]>;
  /** Lists all disputes of a charge. */
  disputes(key: ChargeKey): Promise<GatewayDispute[]>;
  /**
   * Verifies and reads a webhook message. Returns null for events about nothing of ours. Throws `ForgedMessage` if it
   * is not authentic.
   */
  readMessage(body: Buffer, headers: Record<string, unknown>): GatewayMessage | null;
};

/** No usable response arrived: the call may or may not have taken effect. */
export class GatewayTimeout extends Error {
  constructor(cause?: unknown) {
    super('the payment gateway did not answer', { cause });
    this.name = 'GatewayTimeout';
  }
}

/** The signature of a webhook message is missing, wrong or too old. */
export class ForgedMessage extends Error {}
