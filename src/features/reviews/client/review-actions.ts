/** What the forms about reviews do. */
import { isApiFailure } from '#lib/api-client/api-client.ts';
import type { Act, ActInput } from '#lib/pages/form-action.ts';
import type { SaidAnswer } from '../model/review-contract.ts';

/** Sends what was typed. What has been said already, here or elsewhere, is shown by the page as it stands now. */
export async function sendReview({ api, url }: ActInput, path: string, body: object) {
  try {
    return { done: true, say: (await api.post<SaidAnswer>(path, body)).message };
  } catch (error) {
    if (!isApiFailure(error) || (error.status !== 409 && error.status !== 404)) throw error;
    return { done: false, say: error.message, to: url.pathname + url.search };
  }
}

const reviewing: Act = (input) => {
  const { booking = '', rating = '', text = '' } = input.values;
  return sendReview(input, '/api/reviews', { booking_id: Number(booking), rating: Number(rating), text });
};

const replying: Act = (input) => {
  const { review = '', text = '' } = input.values;
  return sendReview(input, `/api/reviews/${encodeURIComponent(review)}/reply`, { text });
};

export const myReviewActs: Record<string, Act> = { 'review write': reviewing };
export const carReviewActs: Record<string, Act> = { 'review reply': replying };
