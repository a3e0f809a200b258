/**
 * Visits a second. On two idle cores, two processes make about 50. A machine below this limit is busy with
 * other work, and its result would say nothing about traffic.
 */
export const LEAST_CAPACITY = 20;

/** Throws if the machine is too busy for a soak. */
export function refuseBusyMachine(capacity: number): void {
  if (capacity < LEAST_CAPACITY || Number.isNaN(capacity))
    throw new Error(
      `the two processes made ${capacity.toFixed(0)} visits a second, and a soak needs ${LEAST_CAPACITY}. Run it on a machine with nothing else to do.`,
    );
}
