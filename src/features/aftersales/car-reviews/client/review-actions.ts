import { isApiFailure } from '#lib/api-client/api-client.ts';
import {
  type ActionInput,
  type ActionOutcome,
  actionByForm,
  browserAction,
  type FormAction,
} from '#lib/pages/form-action.ts';
import { requireUser } from '#lib/pages/page-handlers.ts';
import { reviewCalls } from '../../aftersales-calls.ts';
import type { ReviewOutcomeResponse } from '../model/review-contract.ts';

/** Sends a form. After 404 or 409 the page is reloaded, because the review changed in the meantime. */
export async function sendReview(
  { url }: ActionInput,
  call: () => Promise<ReviewOutcomeResponse>,
): Promise<ActionOutcome> {
  try {
    return { done: true, message: (await call()).message };
  } catch (error) {
    if (!isApiFailure(error) || (error.status !== 409 && error.status !== 404)) throw error;
    return { done: false, message: error.message, to: url.pathname + url.search };
  }
}

const writeReview: FormAction = (input) => {
  const { booking = '', rating = '', text = '' } = input.values;
  const body = { booking_id: Number(booking), rating: Number(rating), text };
  return sendReview(input, () => input.api.call(reviewCalls.write, { body }));
};

const writeReply: FormAction = (input) => {
  const { review = '', text = '' } = input.values;
  return sendReview(input, () => input.api.call(reviewCalls.reply, { params: { id: review }, body: { text } }));
};

export const myReviewActions: Record<string, FormAction> = { 'review write': writeReview };

/** Handles the forms of a car's page. */
export const actOnCarPage = requireUser(actionByForm({ 'review reply': writeReply }));
export const actInBrowser = browserAction(actOnCarPage);
