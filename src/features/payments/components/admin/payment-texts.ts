const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** An amount of US dollars as the back office shows payments: $5,070.14. */
export function dollarsAndCents(amount: number): string {
  return dollars.format(amount);
}
