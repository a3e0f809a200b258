import type { Stripe, StripeCardElement } from '@stripe/stripe-js';

export type CardFields = { stripe: Stripe; card: StripeCardElement };

/** Stripe's own card field inside an element of ours. Its script comes from Stripe, as Stripe asks, and only where it is needed. */
export async function openCardFields(publishableKey: string, place: HTMLElement): Promise<CardFields> {
  const { loadStripe } = await import('@stripe/stripe-js/pure');
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error('Stripe.js did not load');
  const { color, fontFamily } = getComputedStyle(place);
  const card = stripe.elements().create('card', {
    hidePostalCode: true,
    style: { base: { color, fontFamily, fontSize: '16px', lineHeight: '24px' } },
  });
  card.mount(place);
  return { stripe, card };
}
