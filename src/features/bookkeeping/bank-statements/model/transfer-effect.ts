/**
 * - `exact`: pays what is due next · `all`: pays everything that is open
 * - `short`: the missing amount is within the tolerance, and we bear it · `part`: the missing amount stays open
 * - `ahead`: pays what is due next and a part of what follows
 * - `over`: more than is open · `ended`: the order has ended, so the money is to be refunded
 * - `revive`: its hold has expired, but its cars are free and can still be booked
 */
export const EFFECTS = ['exact', 'all', 'short', 'part', 'ahead', 'over', 'ended', 'revive'] as const;
export type TransferEffect = (typeof EFFECTS)[number];

type Open = {
  hasEnded: boolean;
  /** Whether an ended order can be reopened. */
  mayRevive: boolean;
  openCents: number;
  nextCents: number;
  /** The tolerance of an amount that is due. */
  toleranceOf(cents: number): number;
};

/** Returns what a transfer would do to an order, and the cents that are missing, open or overpaid. */
export function effectOf(cents: number, order: Open): { effect: TransferEffect; cents: number } {
  const { hasEnded, mayRevive, openCents, nextCents, toleranceOf } = order;
  if (hasEnded) return { effect: mayRevive ? 'revive' : 'ended', cents };
  if (cents > openCents) return { effect: 'over', cents: cents - openCents };
  if (cents === openCents) return { effect: 'all', cents: 0 };
  if (cents === nextCents) return { effect: 'exact', cents: 0 };
  const isAhead = cents > nextCents;
  const missing = isAhead ? openCents - cents : nextCents - cents;
  const due = isAhead ? openCents - nextCents : nextCents;
  if (missing <= toleranceOf(due)) return { effect: 'short', cents: missing };
  return { effect: isAhead ? 'ahead' : 'part', cents: missing };
}
