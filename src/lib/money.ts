/** Tolerance in cents: a binary fraction may be slightly below the half cent that it represents. */
const TOLERANCE = 1e-6;

/** Converts a decimal amount to cents, rounded half up. */
export function centsOf(amount: number): number {
  return Math.floor(amount * 100 + 0.5 + TOLERANCE);
}

/** Converts cents to a decimal amount, as the API sends it. */
export function amountOf(cents: number): number {
  return cents / 100;
}

/** Splits an amount by weights into whole cents that add up to it. No part is larger than its weight unless the amount is larger than all weights. */
export function splitCents(cents: number, weights: readonly number[]): number[] {
  const all = BigInt(weights.reduce((sum, weight) => sum + weight, 0));
  let [weighed, given] = [0n, 0n];
  return weights.map((weight) => {
    weighed += BigInt(weight);
    const upToHere = (BigInt(cents) * weighed) / all;
    const part = upToHere - given;
    given = upToHere;
    return Number(part);
  });
}

/** `cents × rate`, rounded half up to a cent. */
export function shareOfCents(cents: number, rate: number): number {
  return Math.floor(cents * rate + 0.5 + TOLERANCE);
}
