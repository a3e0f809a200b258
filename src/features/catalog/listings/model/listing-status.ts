import type { MessageKey } from '#lib/i18n/translator.ts';
import type { ListingStatus, Offer } from './listing.ts';

/** The four status names of the public API. */
export type DisplayStatus = 'active' | 'sold' | 'rented' | 'requested';

const DISPLAY_STATUS: Record<ListingStatus, DisplayStatus> = {
  active: 'active',
  sold: 'sold',
  rented: 'rented',
  requested: 'requested',
  returned: 'requested',
  paused: 'requested',
  rejected: 'requested',
};

export function displayStatus(status: ListingStatus): DisplayStatus {
  return DISPLAY_STATUS[status];
}

/**
 * Returns why a car cannot be booked, or null if it can. A Rent car that is rented today can be booked for other days.
 */
export function unavailableAs(offer: Offer, status: DisplayStatus): Exclude<DisplayStatus, 'active'> | null {
  return status === 'active' || (offer === 'Rent' && status === 'rented') ? null : status;
}

export function isBookable(offer: Offer, status: DisplayStatus): boolean {
  return unavailableAs(offer, status) === null;
}

/** Sold and rented cars stay reachable by link; lists and search show only those that can be booked. */
export function reachableByLink(status: ListingStatus): boolean {
  return status === 'active' || status === 'sold' || status === 'rented';
}

/** Names of the transitions in the API. */
export const OWNER_TRANSITIONS = ['pause', 'resume', 'sold'] as const;
export const DECISIONS = ['approve', 'return', 'reject'] as const;
export type OwnerTransition = (typeof OWNER_TRANSITIONS)[number];
export type Decision = (typeof DECISIONS)[number];
export type Move = OwnerTransition | Decision | 'edit' | 'edit of identity' | 'delete';

type Rule = { from: readonly ListingStatus[]; to: ListingStatus | 'same' | 'gone' };

/** Allowed source states and the target state of each move. */
const TRANSITIONS: Record<Move, Rule> = {
  approve: { from: ['requested'], to: 'active' },
  return: { from: ['requested'], to: 'returned' },
  reject: { from: ['requested', 'returned'], to: 'rejected' },
  pause: { from: ['active'], to: 'paused' },
  resume: { from: ['paused'], to: 'active' },
  sold: { from: ['active', 'paused'], to: 'sold' },
  edit: { from: ['requested', 'active', 'paused'], to: 'same' },
  'edit of identity': { from: ['requested', 'returned', 'active', 'paused'], to: 'requested' },
  delete: { from: ['requested', 'returned', 'rejected', 'active', 'paused'], to: 'gone' },
};

type MoveResult = { to: ListingStatus | 'gone' } | { refused: MessageKey };

/** Returns the target state of a move, or why it is not allowed. */
export function transition(status: ListingStatus, move: Move): MoveResult {
  const { from, to } = TRANSITIONS[move];
  if (from.includes(status)) return { to: to === 'same' ? status : to };
  return { refused: refusalOf(status, to) };
}

function refusalOf(status: ListingStatus, to: Rule['to']): MessageKey {
  if (status === to) return 'sell.move.same';
  if (status === 'sold' || status === 'rented') return 'sell.move.gone';
  if (status === 'rejected') return 'sell.move.rejected';
  return status === 'requested' ? 'sell.move.requested' : 'sell.move.never';
}

/** Returns the actions that the owner can take now. */
export function ownerTransitions(status: ListingStatus): ('edit' | 'delete' | OwnerTransition)[] {
  const offered = ['edit of identity', ...OWNER_TRANSITIONS, 'delete'] as const;
  return offered
    .filter((move) => TRANSITIONS[move].from.includes(status))
    .map((move) => (move === 'edit of identity' ? 'edit' : move));
}
