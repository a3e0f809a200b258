/** What the newsletter's form does where no script sends it, and the pages that the newsletter's mails lead to. */
import type { FormAction } from '#lib/pages/form-action.ts';
import { newsletterCalls } from '../model/newsletter-calls.ts';

export const subscribe: FormAction = async ({ api, values: { email = '' } }) => {
  const { message } = await api.call(newsletterCalls.subscribe, { body: { email } });
  return { done: true, message };
};

/** Hands the token of the page's address to a call. */
const byLink =
  (call: 'confirm' | 'unsubscribe'): FormAction =>
  async ({ api, url }) => {
    const token = url.searchParams.get('token') ?? '';
    const { flag, message } = await api.call(newsletterCalls[call], { body: { token } });
    return { done: flag === '1', message };
  };

export const confirmSubscription = byLink('confirm');
export const unsubscribe = byLink('unsubscribe');
