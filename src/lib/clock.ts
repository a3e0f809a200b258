/** Where the time comes from, so that rules can be tested at any moment. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
