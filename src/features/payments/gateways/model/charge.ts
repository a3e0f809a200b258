/** What a buyer pays with on the site. */
export const ONLINE_METHODS = ['credit_card', 'paypal', 'upi'] as const;
export type OnlineMethod = (typeof ONLINE_METHODS)[number];

export const PAYMENT_METHODS = [...ONLINE_METHODS, 'bank_transfer'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** `none`: unknown to the gateway. `needs_action`: the bank asks the buyer to authenticate (3-D Secure). */
export type ChargeState = 'none' | 'needs_action' | 'authorised' | 'captured' | 'refunded' | 'voided' | 'declined';

export type Charge = {
  state: ChargeState;
  reference: string | null;
  cardBrand: string | null;
  cardLast4: string | null;
  clientSecret?: string;
};

/** A webhook message. It names its payment by our id, the gateway's reference, or both. */
export type GatewayMessage = {
  id: string;
  paymentId: number | null;
  reference: string | null;
  topic: 'charge' | 'refunds' | 'disputes';
};

/**
 * A dispute at the gateway. `inquiry`: the buyer's bank asks and no money has moved. `movements`: what it moved on our balance; cents below
 * zero were withdrawn, fees above zero charged.
 */
export type GatewayDispute = {
  reference: string;
  state: 'inquiry' | 'open' | 'won' | 'lost';
  cents: number;
  /** Until when the gateway takes evidence; null if it does not say so. */
  evidenceDueAt: Date | null;
  movements: { reference: string; cents: number; feeCents: number }[];
};
