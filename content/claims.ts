/** What the operator promises buyers, and an estimate from the export guide. Nothing here is measured. */
export const claims = {
  typicalShipping: '15-45 days',
  moneyBackDays: 30,
  freeDeliveryKm: 50,
} as const;
