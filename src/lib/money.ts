/** What binary fractions may lack of the half cent that was written. */
const SLACK = 1e-6;

/** Cents of a decimal amount, rounded half up. */
export function centsOf(amount: number): number {
  return Math.floor(amount * 100 + 0.5 + SLACK);
}

/** An amount of cents as a decimal number, for the wire. */
export function amountOf(cents: number): number {
  return cents / 100;
}

/** `cents × rate`, rounded half up to a cent. */
export function shareOfCents(cents: number, rate: number): number {
  return Math.floor(cents * rate + 0.5 + SLACK);
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** An amount of US dollars, always with its cents: $1,234.50. */
export function dollarsAndCents(amount: number): string {
  return dollars.format(amount);
}

/** The same of an amount of cents. */
export function formatCents(cents: number): string {
  return dollarsAndCents(amountOf(cents));
}
