/** Tolerance in cents: a binary fraction may be slightly below the half cent that it stands for. */
const TOLERANCE = 1e-6;

/** Converts a decimal amount to cents, rounded half up. */
export function centsOf(amount: number): number {
  return Math.floor(amount * 100 + 0.5 + TOLERANCE);
}

/** Converts cents to a decimal amount, as the API sends it. */
export function amountOf(cents: number): number {
  return cents / 100;
}

/** `cents × rate`, rounded half up to a cent. */
export function shareOfCents(cents: number, rate: number): number {
  return Math.floor(cents * rate + 0.5 + TOLERANCE);
}
