const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** Seconds until the next try: about two days altogether. */
const WAITS_S = [
  5,
  30,
  2 * MINUTE_S,
  10 * MINUTE_S,
  HOUR_S,
  2 * HOUR_S,
  4 * HOUR_S,
  ...Array.from({ length: 5 }, () => 8 * HOUR_S),
];
const JITTER = 0.2;

/** Milliseconds to wait after a try has failed, a fifth more or less so that not all come back at once; null: give up. */
export function retryDelay(attempt: number): number | null {
  const wait = WAITS_S[attempt - 1];
  return wait === undefined ? null : wait * 1_000 * (1 - JITTER + 2 * JITTER * Math.random());
}
