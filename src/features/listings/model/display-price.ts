const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});

/** An amount of dollars as it is shown everywhere: $18,500, or $45.50 where there are cents. */
export function displayPrice(amount: number): string {
  return dollars.format(amount);
}
