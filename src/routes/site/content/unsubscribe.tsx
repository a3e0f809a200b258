import { NewsletterLink, unsubscribe } from '#features/site/newsletter/components/newsletter-link.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { privateMeta } from '#lib/pages/page-handlers.ts';

export const action = serverAction(unsubscribe);
export const clientAction = browserAction(unsubscribe);

export const meta = privateMeta('newsletter.unsubscribe.title', 'newsletter.unsubscribe.text');

export default function Unsubscribe() {
  return (
    <NewsletterLink
      title="newsletter.unsubscribe.title"
      text="newsletter.unsubscribe.text"
      send="newsletter.unsubscribe.send"
    />
  );
}
