import {
  confirmSubscription,
  NewsletterLink,
  subscribe,
} from '#features/site/newsletter/components/newsletter-link.tsx';
import { actionByForm, browserAction, serverAction } from '#lib/pages/form-action.ts';
import { privateMeta } from '#lib/pages/page-handlers.ts';

/** The page's own form has no name. The newsletter form in the footer posts here without scripts. */
const act = actionByForm({ '': confirmSubscription, subscribe });
export const action = serverAction(act);
export const clientAction = browserAction(act);

export const meta = privateMeta('newsletter.confirm.title', 'newsletter.confirm.text');

export default function ConfirmNewsletter() {
  return (
    <NewsletterLink title="newsletter.confirm.title" text="newsletter.confirm.text" send="newsletter.confirm.send" />
  );
}
