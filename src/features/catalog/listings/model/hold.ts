import type { CardResponse } from './listing-contract.ts';

type Hold = NonNullable<CardResponse['hold']>;

const MINUTE_MS = 60_000;

/** Minutes until a time, rounded up; null once it has passed. */
export function minutesUntil(until: string | Date, nowMs: number): number | null {
  const leftMs = new Date(until).getTime() - nowMs;
  return leftMs > 0 ? Math.ceil(leftMs / MINUTE_MS) : null;
}

export function holdUntil(until: Date, nowMs: number): Hold | null {
  const minutes = minutesUntil(until, nowMs);
  return minutes === null ? null : { until: until.toISOString(), minutes };
}
