/**
 * - `order`: a transfer for an order
 * - `fee`: a bank fee, or its refund
 * - `provider_payout`: what a payment provider paid out, less its fees
 * - `refund`: a refund that we sent
 * - `payout`: a payout to a seller that we sent
 * - `transport_bill`: what we paid a carrier, insurer or inspector for an order
 * - `return`: two lines that cancel each other, such as a transfer that came back
 * - `set_aside`: unrelated to anything on the site, with a reason
 */
export const MATCH_KINDS = [
  'order',
  'fee',
  'provider_payout',
  'refund',
  'payout',
  'transport_bill',
  'return',
  'set_aside',
] as const;
export type MatchKind = (typeof MATCH_KINDS)[number];

export const LINE_STATES = ['open', 'matched', 'set_aside'] as const;
export type LineState = (typeof LINE_STATES)[number];

export function stateOf(kind: MatchKind | null): LineState {
  if (kind === null) return 'open';
  return kind === 'set_aside' ? 'set_aside' : 'matched';
}

/** The kinds that fit money that came in, and money that went out. */
export function kindsFor(cents: number): MatchKind[] {
  return cents > 0
    ? ['order', 'provider_payout', 'fee', 'return', 'set_aside']
    : ['fee', 'refund', 'payout', 'transport_bill', 'return', 'set_aside'];
}
