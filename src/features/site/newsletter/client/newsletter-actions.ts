/** Form action of the newsletter without JavaScript, and actions of the landing pages of its emails. */
import type { FormAction } from '#lib/pages/form-action.ts';
import { newsletterCalls } from '../../site-calls.ts';

export const subscribe: FormAction = async ({ api, values: { email = '' } }) => {
  const { message } = await api.call(newsletterCalls.subscribe, { body: { email } });
  return { done: true, message };
};

/** Posts the token of the page URL to a call. */
const byLink =
  (call: 'confirm' | 'unsubscribe'): FormAction =>
  async ({ api, url }) => {
    const token = url.searchParams.get('token') ?? '';
    const { flag, message } = await api.call(newsletterCalls[call], { body: { token } });
    return { done: flag === '1', message };
  };

export const confirmSubscription = byLink('confirm');
export const unsubscribe = byLink('unsubscribe');
