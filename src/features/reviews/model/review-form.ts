/** What is typed of a car and in answer to it: checked before sending, and by the server on arrival. */
import * as z from 'zod/mini';
import type { MessageId } from '#lib/i18n/messages.ts';
import { MAX_REASON_LENGTH, MAX_REVIEW_LENGTH } from './review.ts';

const withMessage = (id: MessageId) => ({ error: id, abort: true });

/** Controls but line ends and tabs. */
const CONTROLS = /[^\P{Cc}\n\t]/u;
/** Overrides of the writing direction, which would turn around what stands after the text. */
const OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/g;
const kept = (text: string) => text.replace(/\r\n?/g, '\n').replace(OVERRIDES, '');

const typed = (longest: number, missing: MessageId, long: MessageId) =>
  z.string(withMessage(missing)).check(
    z.overwrite(kept),
    z.trim(),
    z.normalize('NFC'),
    z.minLength(1, withMessage(missing)),
    z.maxLength(longest, withMessage(long)),
    z.refine((text) => text.isWellFormed() && !CONTROLS.test(text), withMessage('reviews.text.characters')),
  );

export const reviewText = typed(MAX_REVIEW_LENGTH, 'reviews.text.missing', 'reviews.text.long');
/** Why an administrator takes a review off the site, or brings it back. */
export const moderationReason = typed(MAX_REASON_LENGTH, 'admin.reviews.reason.missing', 'admin.reviews.reason.long');

const rating = z
  .string(withMessage('reviews.rating.missing'))
  .check(z.regex(/^[1-5]$/, withMessage('reviews.rating.missing')));
const reviewForm = z.object({ rating, text: reviewText });
const replyForm = z.object({ text: reviewText });

const problemsOf = (form: z.ZodMiniType) => (values: unknown) => {
  const result = form.safeParse(values);
  if (result.success) return null;
  return Object.fromEntries(result.error.issues.map(({ path, message }) => [path.join('.'), message as MessageId]));
};

/** What is wrong with a typed review, by field; null when it may be sent. */
export const reviewProblems = problemsOf(reviewForm);
/** The same for an answer to one. */
export const replyProblems = problemsOf(replyForm);
/** The same for taking one off the site, or bringing it back. */
export const moderationProblems = problemsOf(z.object({ reason: moderationReason }));
