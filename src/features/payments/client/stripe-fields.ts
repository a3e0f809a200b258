import type { Stripe, StripeCardElement } from '@stripe/stripe-js';

export type CardFields = { stripe: Stripe; card: StripeCardElement };

/**
 * Mounts Stripe's card field. Stripe requires that its script is loaded from its own origin; it is loaded only here.
 */
export async function openCardFields(publishableKey: string, container: HTMLElement): Promise<CardFields> {
  const { loadStripe } = await import('@stripe/stripe-js/pure');
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error('Stripe.js did not load');
  const { color, fontFamily } = getComputedStyle(container);
  const card = stripe.elements().create('card', {
    hidePostalCode: true,
    style: { base: { color, fontFamily, fontSize: '16px', lineHeight: '24px' } },
  });
  card.mount(container);
  return { stripe, card };
}
