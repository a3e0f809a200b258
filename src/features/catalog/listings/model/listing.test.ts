import { expect, test } from 'vitest';
import { idOfSlug } from '#lib/slug.ts';
import {
  LISTING_STATUSES,
  type ListingStatus,
  listingPath,
  listingSlug,
  type Move,
  ownerTransitions,
  transition,
} from './listing.ts';

test.each([
  ['BYD', 'Seal', 'byd-seal-7'],
  ['Great Wall', 'Tank 300', 'great-wall-tank-300-7'],
  ['Mercedes-Benz', 'A-Class', 'mercedes-benz-a-class-7'],
  ['比亚迪', '海豹', '比亚迪-海豹-7'],
  ['???', '', 'car-car-7'],
])('%s %s has the slug %s', (make, model, slug) => {
  expect(listingSlug({ id: 7, make, model })).toBe(slug);
  expect(idOfSlug(slug)).toBe(7);
});

test('builds a URL-safe path from any names', () => {
  const path = listingPath({ id: 7, make: '比亚迪', model: 'a/b?c#d', offer: 'Rent' });
  expect(path).toMatch(/^\/rent-car\/[%A-Za-z0-9-]+-7$/);
});

test.each(['', 'byd-seal', 'byd-seal-', 'byd-seal-0', 'byd-seal-07x', 'byd--1.5', 'byd-9007199254740993', '../7 '])(
  '%j has no listing id',
  (slug) => expect(idOfSlug(slug)).toBeNull(),
);

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
