/** Invented figures of the demo. They are shown only while the shop runs on demo stock, and marked there. */
export const demoFigures = {
  carsListed: '4000+',
  satisfaction: '95%',
  happyCustomers: '1000+',
  rating: '4.5/5',
  averageCarAge: '6.5 years',
  mostPopularBrand: 'BYD',
  vinChecksPerDay: '100+',
} as const;
