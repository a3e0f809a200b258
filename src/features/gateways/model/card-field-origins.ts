/** Where Stripe's card fields and the bank's question come from, and whom they ask. */
export const CARD_FIELD_ORIGINS = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
};
