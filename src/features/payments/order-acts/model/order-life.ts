/**
 * - `held`: waits for a bank transfer
 * - `active`: booked
 * - `completed`: handed over
 * - `cancelled`: ended without a handover
 */
export const ORDER_LIVES = ['held', 'active', 'completed', 'cancelled'] as const;
export type OrderLife = (typeof ORDER_LIVES)[number];

const TRANSITIONS: Record<OrderLife, readonly OrderLife[]> = {
  held: ['active', 'cancelled'],
  /** Held again only if its transfer was matched by mistake. */
  active: ['completed', 'cancelled', 'held'],
  completed: [],
  /** Only after its hold lapsed. */
  cancelled: ['held'],
};

export function canTransition(from: OrderLife, to: OrderLife): boolean {
  return TRANSITIONS[from].includes(to);
}

/** Progress of an order's cars. The car furthest behind counts. */
export const ORDER_PHASES = [
  'booked',
  'loaded',
  'sailed',
  'arrived',
  'released',
  'handed_over',
  'picked_up',
  'returned',
] as const;
export type OrderPhase = (typeof ORDER_PHASES)[number];

/** Reasons in the history of orders that the system ended. */
export const END_REASONS = {
  hold_lapsed: 'The transfer did not arrive before the end of the hold.',
  canceled_unpaid: 'The balance was not paid in time.',
  canceled_refunded: 'Refunded at the payment provider.',
  canceled_disputed: 'The bank of the buyer took the money back.',
  canceled_by_claim: 'A claim was decided.',
} as const;

/** Ends without a handover, by actor and reason. */
export const END_NEWS = [
  'hold_canceled',
  'hold_lapsed',
  'canceled_by_buyer',
  'canceled_by_office',
  'canceled_unpaid',
  'canceled_refunded',
  'canceled_disputed',
  'canceled_by_claim',
] as const;
type EndNews = (typeof END_NEWS)[number];

/** Moves between the lives of an order. */
export const MOVE_NEWS = [
  'held',
  'hold_revived',
  'held_again',
  'booked',
  'booked_by_transfer',
  ...END_NEWS,
  'completed',
] as const;
export type MoveNews = (typeof MOVE_NEWS)[number];

export const isEnd = (news: MoveNews): news is EndNews => END_NEWS.some((end) => end === news);

export type Move = {
  from: OrderLife | null;
  to: OrderLife;
  actor: 'buyer' | 'seller' | 'admin' | 'system';
  reason: string;
};

/** Returns why an order ended without a handover, by its last move; null if it did not. */
export function endOf(last: Move | undefined): EndNews | null {
  const news = last && newsOfMove(last);
  return news && isEnd(news) ? news : null;
}

export function newsOfMove({ from, to, actor, reason }: Move): MoveNews {
  if (to === 'held' && from === 'active') return 'held_again';
  if (to === 'held') return from === null ? 'held' : 'hold_revived';
  if (to === 'active') return from === null ? 'booked' : 'booked_by_transfer';
  if (to === 'completed') return 'completed';
  if (from === 'held') return actor === 'buyer' ? 'hold_canceled' : 'hold_lapsed';
  if (actor === 'buyer') return 'canceled_by_buyer';
  const known = Object.entries(END_REASONS).find(([, words]) => words === reason);
  return actor === 'system' && known ? (known[0] as keyof typeof END_REASONS) : 'canceled_by_office';
}
