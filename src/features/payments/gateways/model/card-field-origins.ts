/** The origins that Stripe's card fields and the 3-D Secure dialog need in the Content-Security-Policy. */
export const CARD_FIELD_ORIGINS = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
};
