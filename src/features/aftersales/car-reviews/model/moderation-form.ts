/** Kept apart from the forms of buyers, so that their pages do not load messages of the back office. */
import * as z from 'zod/mini';
import { MAX_REASON_LENGTH } from './review.ts';
import { problemsOf, requiredText } from './review-form.ts';

/** Why an administrator takes a review off the site, or brings it back. */
export const moderationReason = requiredText(
  MAX_REASON_LENGTH,
  'admin.reviews.reason.missing',
  'admin.reviews.reason.long',
);

/** What is wrong with the reason, by field; null when it may be sent. */
export const moderationProblems = problemsOf(z.object({ reason: moderationReason }));
