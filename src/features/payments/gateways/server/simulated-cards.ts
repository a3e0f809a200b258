import type { Instrument } from './payment-gateway.ts';

/** A deviation from normal approval that a test card or name triggers. */
export type CardBehavior =
  | 'declined'
  | 'lost answer'
  | 'late answer'
  | 'lost capture'
  | 'failed refund'
  | 'odd messages';

/** Cards not listed here are approved. Keep in step with the list in the README. */
const TEST_CARDS: Record<string, CardBehavior> = {
  '4000000000000002': 'declined',
  '4000000000000119': 'lost answer',
  '4000000000000259': 'late answer',
  '4000000000000341': 'lost capture',
  '4000000000000580': 'failed refund',
  '4000000000000499': 'odd messages',
};

/** The part before the @ of a PayPal address or UPI id: declined@…, lost@…, late@… */
const TEST_NAMES: Record<string, CardBehavior> = { declined: 'declined', lost: 'lost answer', late: 'late answer' };

export function behaviorOf(instrument: Instrument): CardBehavior | null {
  if (instrument.kind === 'card') return TEST_CARDS[instrument.number] ?? null;
  if (instrument.kind === 'token') return null;
  const address = instrument.kind === 'paypal' ? instrument.email : instrument.id;
  return TEST_NAMES[address.split('@')[0]?.toLowerCase() ?? ''] ?? null;
}
