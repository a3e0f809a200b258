/** What the newsletter's form does where no script sends it, and the pages that the newsletter's mails lead to. */
import type { FormAction } from '#lib/pages/form-action.ts';
import type { NewsletterAnswer, NewsletterLinkAnswer } from '../model/newsletter-contract.ts';

export const subscribe: FormAction = async ({ api, values }) => {
  const { message } = await api.post<NewsletterAnswer>('/api/newsletter', { email: values.email });
  return { done: true, say: message };
};

/** Hands the token of the page's address to a call. */
const byLink =
  (call: string): FormAction =>
  async ({ api, url }) => {
    const token = url.searchParams.get('token') ?? '';
    const { flag, message } = await api.post<NewsletterLinkAnswer>(call, { token });
    return { done: flag === '1', say: message };
  };

export const confirmSubscription = byLink('/api/newsletter/confirm');
export const unsubscribe = byLink('/api/newsletter/unsubscribe');
