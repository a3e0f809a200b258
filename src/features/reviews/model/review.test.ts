import { expect, test } from 'vitest';
import { shortName } from './review.ts';
import { replyProblems, reviewProblems } from './review-form.ts';

test.each([
  ['Amina Wanjiru Otieno', 'Amina O.'],
  ['Amina', 'Amina'],
  [' Chen  wei ', 'Chen W.'],
  ['比亚迪 😀', '比亚迪 😀.'],
])('%s is told as %s', (name, told) => {
  expect(shortName(name)).toBe(told);
});

test('what is missing is said by field', () => {
  expect(reviewProblems({ text: ' ' })).toEqual({ rating: 'reviews.rating.missing', text: 'reviews.text.missing' });
  expect(reviewProblems({ rating: '6', text: 'Fine' })).toEqual({ rating: 'reviews.rating.missing' });
  expect(reviewProblems({ rating: '5', text: 'Fine\r\nreally' })).toBeNull();
  expect(replyProblems({ text: 'x'.repeat(2_001) })).toEqual({ text: 'reviews.text.long' });
});
