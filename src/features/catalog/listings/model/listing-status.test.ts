import { expect, test } from 'vitest';
import { LISTING_STATUSES, type ListingStatus } from './listing.ts';
import { type Move, ownerTransitions, transition } from './listing-status.ts';

/** Target state of each move from each state; '-' if it is not allowed. */
const TABLE: Record<Move, Record<ListingStatus, string>> = {
  approve: row('active', '-', '-', '-', '-', '-', '-'),
  return: row('returned', '-', '-', '-', '-', '-', '-'),
  reject: row('rejected', 'rejected', '-', '-', '-', '-', '-'),
  pause: row('-', '-', 'paused', '-', '-', '-', '-'),
  resume: row('-', '-', '-', 'active', '-', '-', '-'),
  sold: row('-', '-', 'sold', 'sold', '-', '-', '-'),
  edit: row('requested', '-', 'active', 'paused', '-', '-', '-'),
  'edit of identity': row('requested', 'requested', 'requested', 'requested', '-', '-', '-'),
  delete: row('gone', 'gone', 'gone', 'gone', '-', '-', 'gone'),
};

function row(...[requested, returned, active, paused, sold, rented, rejected]: string[]) {
  return { requested, returned, active, paused, sold, rented, rejected } as Record<ListingStatus, string>;
}

test.each(Object.keys(TABLE) as Move[])('%s leads to the expected state from every state', (move) => {
  for (const status of LISTING_STATUSES) {
    const result = transition(status, move);
    expect('to' in result ? result.to : '-', status).toBe(TABLE[move][status]);
  }
});

test.each([
  ['sold', 'pause', 'sell.move.gone'],
  ['requested', 'pause', 'sell.move.requested'],
  ['rejected', 'resume', 'sell.move.rejected'],
  ['paused', 'pause', 'sell.move.same'],
  ['active', 'resume', 'sell.move.same'],
  ['active', 'approve', 'sell.move.same'],
] as const)('a %s listing rejects %s with a reason', (status, move, refused) => {
  expect(transition(status, move)).toEqual({ refused });
});

test('ownerTransitions lists the allowed actions', () => {
  expect(ownerTransitions('active')).toEqual(['edit', 'pause', 'sold', 'delete']);
  expect(ownerTransitions('returned')).toEqual(['edit', 'delete']);
  expect(ownerTransitions('sold')).toEqual([]);
});
