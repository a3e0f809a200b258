/**
 * True in a run of `npm run test:dates`. Under faketime the timers of PostgreSQL never fire, so tests of its timeouts and of
 * its deadlock detection are skipped.
 */
export const isClockFaked = process.env.FAKED_CLOCK !== undefined;
