/** What the site says of itself in figures. The operator answers for these and edits them here. */
export const claims = {
  carsListed: '4000+',
  satisfaction: '95%',
  happyCustomers: '1000+',
  rating: '4.5/5',
  averageCarAge: '6.5 years',
  mostPopularBrand: 'BYD',
  vinChecksPerDay: '100+',
  typicalShipping: '15-45 days',
  moneyBackDays: 30,
  freeDeliveryKm: 50,
} as const;
