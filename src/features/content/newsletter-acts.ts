/** What the pages do that the mails of the newsletter lead to. */
import type { Act } from '#platform/pages/act.ts';
import type { NewsletterLinkAnswer } from './newsletter-contract.ts';

/** Hands the token of the page's address to a call. */
const byLink =
  (call: string): Act =>
  async ({ api, url }) => {
    const token = url.searchParams.get('token') ?? '';
    const { flag, message } = await api.post<NewsletterLinkAnswer>(call, { token });
    return { done: flag === '1', say: message };
  };

export const confirmSubscription = byLink('/api/newsletter/confirm');
export const unsubscribe = byLink('/api/newsletter/unsubscribe');
