/** Validation of review forms, shared by browser and server. */

import * as z from 'zod/mini';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { MAX_REVIEW_LENGTH } from './review.ts';

const withMessage = (id: MessageKey) => ({ error: id, abort: true });

/** Control characters except line feeds and tabs. */
const CONTROL_CHARACTERS = /[^\P{Cc}\n\t]/u;
/** Bidirectional control characters, which could reverse the text that follows. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;
const normalized = (text: string) => text.replace(/\r\n?/g, '\n').replace(BIDI_CONTROLS, '');

/** Required text of at most so many characters, with the messages for none and for too much. */
export const requiredText = (maxLength: number, missing: MessageKey, long: MessageKey) =>
  z.string(withMessage(missing)).check(
    z.overwrite(normalized),
    z.trim(),
    z.normalize('NFC'),
    z.minLength(1, withMessage(missing)),
    z.maxLength(maxLength, withMessage(long)),
    z.refine((text) => text.isWellFormed() && !CONTROL_CHARACTERS.test(text), withMessage('reviews.text.characters')),
  );

export const reviewText = requiredText(MAX_REVIEW_LENGTH, 'reviews.text.missing', 'reviews.text.long');

const rating = z
  .string(withMessage('reviews.rating.missing'))
  .check(z.regex(/^[1-5]$/, withMessage('reviews.rating.missing')));
const reviewForm = z.object({ rating, text: reviewText });
const replyForm = z.object({ text: reviewText });

export const problemsOf = (form: z.ZodMiniType) => (values: unknown) => {
  const result = form.safeParse(values);
  if (result.success) return null;
  return Object.fromEntries(result.error.issues.map(({ path, message }) => [path.join('.'), message as MessageKey]));
};

/** Returns the error message ids of a review form by field, or null if it is valid. */
export const reviewProblems = problemsOf(reviewForm);
export const replyProblems = problemsOf(replyForm);
