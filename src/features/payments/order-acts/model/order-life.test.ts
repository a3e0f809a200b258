import { expect, test } from 'vitest';
import { END_REASONS, isEnd, MOVE_NEWS, type Move, newsOfMove } from './order-life.ts';

const move = (from: Move['from'], to: Move['to'], actor: Move['actor'] = 'system', reason = 'Because.'): Move => ({
  from,
  to,
  actor,
  reason,
});

/** A change of each kind. */
const MOVES: Record<(typeof MOVE_NEWS)[number], Move> = {
  held: move(null, 'held', 'buyer'),
  hold_revived: move('cancelled', 'held', 'admin'),
  held_again: move('active', 'held'),
  booked: move(null, 'active', 'buyer'),
  booked_by_transfer: move('held', 'active'),
  hold_canceled: move('held', 'cancelled', 'buyer'),
  hold_lapsed: move('held', 'cancelled', 'system', END_REASONS.hold_lapsed),
  canceled_by_buyer: move('active', 'cancelled', 'buyer'),
  canceled_by_office: move('active', 'cancelled', 'admin'),
  canceled_unpaid: move('active', 'cancelled', 'system', END_REASONS.canceled_unpaid),
  canceled_refunded: move('active', 'cancelled', 'system', END_REASONS.canceled_refunded),
  canceled_disputed: move('active', 'cancelled', 'system', END_REASONS.canceled_disputed),
  canceled_by_claim: move('active', 'cancelled', 'system', END_REASONS.canceled_by_claim),
  completed: move('active', 'completed', 'admin'),
};

test.each(MOVE_NEWS)('says what a change is about: %s', (news) => {
  expect(newsOfMove(MOVES[news])).toBe(news);
});

test('an end is a change to canceled, and nothing else', () => {
  expect(MOVE_NEWS.filter(isEnd)).toEqual(MOVE_NEWS.filter((news) => MOVES[news].to === 'cancelled'));
});

test('a person who types the reason of the system is still the office', () => {
  expect(newsOfMove(move('active', 'cancelled', 'admin', END_REASONS.canceled_unpaid))).toBe('canceled_by_office');
});
