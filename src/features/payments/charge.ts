/** `none`: the gateway has never heard of it. `needs_action`: the buyer's bank wants to see the buyer. */
export type ChargeState = 'none' | 'needs_action' | 'authorised' | 'captured' | 'refunded' | 'voided' | 'declined';

export type Charge = {
  state: ChargeState;
  reference: string | null;
  cardBrand: string | null;
  cardLast4: string | null;
  clientSecret?: string;
};
