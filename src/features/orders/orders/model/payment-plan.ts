import type { Offer } from '#features/catalog/listings/model/listing.ts';
import type { OrderLife } from '#features/payments/order-acts/model/order-life.ts';
import type { OrderTerms } from '#features/payments/order-terms/model/order-terms.ts';

const DAY_MS = 86_400_000;

export const PLAN_ITEM_KINDS = ['deposit', 'balance', 'charge', 'transport', 'extension'] as const;
export type PlanItemKind = (typeof PLAN_ITEM_KINDS)[number];

export type PlannedItem = { kind: PlanItemKind; amountCents: number; dueAt: Date };
/** `paidCents`: received for this item and not given back. */
export type PlanItem = PlannedItem & { id: number; position: number; paidCents: number };

type PlannedSale = { offer: Offer; totalCents: number; depositCents: number; startsAt: Date };

/** Plans the payments of a booking: the deposit now; the balance of a sale by its terms, of a rental until the end of the day (UTC) of the pick-up. */
export function planOf(sale: PlannedSale, { balanceDays }: Pick<OrderTerms, 'balanceDays'>, now: Date): PlannedItem[] {
  const { offer, totalCents, depositCents, startsAt } = sale;
  const dueAt =
    offer === 'Rent' ? new Date(startsAt.getTime() + DAY_MS - 1) : new Date(now.getTime() + balanceDays * DAY_MS);
  const items: PlannedItem[] = [
    { kind: 'deposit', amountCents: depositCents, dueAt: now },
    { kind: 'balance', amountCents: totalCents - depositCents, dueAt },
  ];
  return items.filter(({ amountCents }) => amountCents > 0);
}

export const PLAN_ITEM_STATES = ['paid', 'part_paid', 'due', 'overdue', 'canceled'] as const;
export type PlanItemState = (typeof PLAN_ITEM_STATES)[number];

export function stateOfItem(
  { amountCents, paidCents, dueAt }: Pick<PlanItem, 'amountCents' | 'paidCents' | 'dueAt'>,
  life: OrderLife,
  now: Date,
): PlanItemState {
  if (paidCents >= amountCents) return 'paid';
  if (life === 'cancelled' || life === 'completed') return 'canceled';
  if (dueAt < now) return 'overdue';
  return paidCents > 0 ? 'part_paid' : 'due';
}

export type Allocated = { itemId: number | null; cents: number };

/** Distributes received money over the open items, `first` before the others. What exceeds them belongs to no item. */
export function allocate(items: PlanItem[], cents: number, first: number | null = null): Allocated[] {
  const ordered = [...items].sort((one, other) => Number(other.id === first) - Number(one.id === first));
  const allocated: Allocated[] = [];
  let left = cents;
  for (const { id, amountCents, paidCents } of ordered) {
    const part = Math.min(left, amountCents - paidCents);
    if (part <= 0) continue;
    allocated.push({ itemId: id, cents: part });
    left -= part;
  }
  return left > 0 ? [...allocated, { itemId: null, cents: left }] : allocated;
}

/**
 * Returns the shortfall of a transfer of `cents` for an item if it is within the tolerance for bank charges, otherwise 0. A transfer of only a
 * small part of the item never closes it.
 */
export function toleratedShortfall(
  { amountCents, paidCents }: Pick<PlanItem, 'amountCents' | 'paidCents'>,
  cents: number,
  { toleranceCents, toleranceBps }: Pick<OrderTerms, 'toleranceCents' | 'toleranceBps'>,
): number {
  const due = amountCents - paidCents;
  const missing = due - cents;
  return missing > 0 && missing <= toleranceOf(due, { toleranceCents, toleranceBps }) ? missing : 0;
}

/** Returns how many cents of an amount due a transfer may lack. */
export function toleranceOf(
  dueCents: number,
  { toleranceCents, toleranceBps }: Pick<OrderTerms, 'toleranceCents' | 'toleranceBps'>,
): number {
  return Math.min(toleranceCents, Math.floor((dueCents * toleranceBps) / 10_000));
}

/** Lowers the items of a plan by an amount, the last items first. Throws if they cost less than that. */
export function reducedItems<Item extends Pick<PlanItem, 'amountCents'>>(
  items: readonly Item[],
  cents: number,
): Item[] {
  let left = cents;
  const reduced = [...items].reverse().map((item) => {
    const part = Math.min(left, item.amountCents);
    left -= part;
    return { ...item, amountCents: item.amountCents - part };
  });
  if (left > 0) throw new RangeError(`a plan costs ${left} cents less than it is reduced by`);
  return reduced.reverse();
}

/**
 * Takes money that goes back to the buyer from the last items first. `surplusCents` was received beyond all items; it is negative once more
 * went back than was received, for instance if a payment that was refunded is lost in a dispute as well.
 */
export function allocateReturn(items: PlanItem[], surplusCents: number, cents: number): Allocated[] {
  const fromSurplus = Math.min(Math.max(surplusCents, 0), cents);
  const allocated: Allocated[] = fromSurplus > 0 ? [{ itemId: null, cents: -fromSurplus }] : [];
  let left = cents - fromSurplus;
  for (const { id, paidCents } of [...items].reverse()) {
    const part = Math.min(left, paidCents);
    if (part <= 0) continue;
    allocated.push({ itemId: id, cents: -part });
    left -= part;
  }
  return left > 0 ? [...allocated, { itemId: null, cents: -left }] : allocated;
}

/**
 * Moves what was received for the items of one version of a plan to those of the next with the same position. What exceeds them belongs to no
 * item.
 */
export function carryOver<Received extends { position: number; cents: number }>(
  received: readonly Received[],
  items: readonly { id: number; position: number; amountCents: number }[],
): (Omit<Received, 'itemId'> & { itemId: number | null })[] {
  const room = new Map(items.map(({ position, amountCents }) => [position, amountCents]));
  return received.flatMap((row) => {
    const item = items.find(({ position }) => position === row.position);
    const left = room.get(row.position) ?? 0;
    const kept = item ? Math.min(row.cents, left) : 0;
    room.set(row.position, left - kept);
    const parts = [
      { ...row, itemId: item?.id ?? null, cents: kept },
      { ...row, itemId: null, cents: row.cents - kept },
    ];
    return parts.filter(({ cents }) => cents !== 0);
  });
}
