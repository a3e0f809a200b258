import { expect, test } from 'vitest';
import { replyProblems, reviewProblems } from './review-form.ts';

test('invalid reviews and replies have a message per invalid field', () => {
  expect(reviewProblems({ text: ' ' })).toEqual({ rating: 'reviews.rating.missing', text: 'reviews.text.missing' });
  expect(reviewProblems({ rating: '6', text: 'Fine' })).toEqual({ rating: 'reviews.rating.missing' });
  expect(reviewProblems({ rating: '5', text: 'Fine\r\nreally' })).toBeNull();
  expect(replyProblems({ text: 'x'.repeat(2_001) })).toEqual({ text: 'reviews.text.long' });
});
