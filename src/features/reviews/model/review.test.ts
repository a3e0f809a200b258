import { expect, test } from 'vitest';
import { shortName } from './review.ts';
import { replyProblems, reviewProblems } from './review-form.ts';

test.each([
  ['Amina Wanjiru Otieno', 'Amina O.'],
  ['Amina', 'Amina'],
  [' Chen  wei ', 'Chen W.'],
  ['比亚迪 😀', '比亚迪 😀.'],
])('shortName shortens %j to %j', (name, expected) => {
  expect(shortName(name)).toBe(expected);
});

test('invalid reviews and replies have a message per invalid field', () => {
  expect(reviewProblems({ text: ' ' })).toEqual({ rating: 'reviews.rating.missing', text: 'reviews.text.missing' });
  expect(reviewProblems({ rating: '6', text: 'Fine' })).toEqual({ rating: 'reviews.rating.missing' });
  expect(reviewProblems({ rating: '5', text: 'Fine\r\nreally' })).toBeNull();
  expect(replyProblems({ text: 'x'.repeat(2_001) })).toEqual({ text: 'reviews.text.long' });
});
