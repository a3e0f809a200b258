/** `none`: the gateway has never heard of it. `needs_action`: the buyer's bank wants to see the buyer. */
export type ChargeState = 'none' | 'needs_action' | 'authorised' | 'captured' | 'refunded' | 'voided' | 'declined';

export type Charge = {
  state: ChargeState;
  reference: string | null;
  cardBrand: string | null;
  cardLast4: string | null;
  clientSecret?: string;
};

/** What a message is about: a payment by our id or the gateway's reference, and whether its refunds have changed. */
export type GatewayMessage = {
  id: string;
  paymentId: number | null;
  reference: string | null;
  about: 'charge' | 'refunds';
};
