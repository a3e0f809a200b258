const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});

/** Formats a dollar amount: $18,500, or $45.50 if it has cents. */
export function displayPrice(amount: number): string {
  return dollars.format(amount);
}
