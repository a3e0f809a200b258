import type { Offer } from '#features/catalog/listings/model/listing.ts';
import type { OrderLife } from '#features/payments/order-acts/model/order-life.ts';
import type { OrderTerms } from '#features/payments/order-terms/model/order-terms.ts';

const DAY_MS = 86_400_000;

export const PLAN_ITEM_KINDS = ['deposit', 'balance', 'charge', 'transport', 'extension'] as const;
type PlanItemKind = (typeof PLAN_ITEM_KINDS)[number];

export type PlannedItem = { kind: PlanItemKind; amountCents: number; dueAt: Date };
/** `paidCents`: received for this item, less refunds. */
export type PlanItem = PlannedItem & { id: number; position: number; paidCents: number };

type PlannedSale = { offer: Offer; totalCents: number; depositCents: number; startsAt: Date };

/** Plans the deposit for now, the balance of a sale by its terms, and that of a rental for the end of the pick-up day (UTC). */
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
type PlanItemState = (typeof PLAN_ITEM_STATES)[number];

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

/** Allocates money to the open items, `first` before the others. The excess belongs to no item. */
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
 * Returns the cents that a transfer lacks for an item if they are within the tolerance for bank charges, otherwise 0.
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

/** Lowers the last items of a plan first. Throws if the plan costs less than `cents`. */
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
 * Allocates a refund to the surplus, then to the last items. `surplusCents` is negative if more was refunded than received, for example if a
 * refunded payment is also lost in a dispute.
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
 * Moves received money from one version of a plan to items of the next with the same position. The excess belongs to no item.
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
