/** What is typed of a car and in answer to it: checked before sending, and by the server on arrival. */
import * as z from 'zod/mini';
import type { WordId } from '#platform/words/words.ts';
import { LONGEST_REVIEW } from './review.ts';

const say = (id: WordId) => ({ error: id, abort: true });

/** Controls but line ends and tabs. */
const CONTROLS = /[^\P{Cc}\n\t]/u;
/** Overrides of the writing direction, which would turn around what stands after the text. */
const OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/g;
const kept = (text: string) => text.replace(/\r\n?/g, '\n').replace(OVERRIDES, '');

export const reviewText = z.string(say('reviews.text.missing')).check(
  z.overwrite(kept),
  z.trim(),
  z.normalize('NFC'),
  z.minLength(1, say('reviews.text.missing')),
  z.maxLength(LONGEST_REVIEW, say('reviews.text.long')),
  z.refine((text) => text.isWellFormed() && !CONTROLS.test(text), say('reviews.text.characters')),
);

const rating = z.string(say('reviews.rating.missing')).check(z.regex(/^[1-5]$/, say('reviews.rating.missing')));
const reviewForm = z.object({ rating, text: reviewText });
const replyForm = z.object({ text: reviewText });

const problemsOf = (form: z.ZodMiniType) => (values: unknown) => {
  const result = form.safeParse(values);
  if (result.success) return null;
  return Object.fromEntries(result.error.issues.map(({ path, message }) => [path.join('.'), message as WordId]));
};

/** What is wrong with a typed review, by field; null when it may be sent. */
export const reviewProblems = problemsOf(reviewForm);
/** The same for an answer to one. */
export const replyProblems = problemsOf(replyForm);
