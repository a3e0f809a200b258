import type { MetaFunction } from 'react-router';
import {
  confirmSubscription,
  NewsletterLink,
  subscribe,
} from '#features/site/newsletter/components/newsletter-link.tsx';
import { actionByForm, browserAction, serverAction } from '#lib/pages/page-handlers.ts';
import { pageMeta, pageOfMatches } from '#lib/pages/page-site.ts';
import { paths } from '#paths.ts';

/** The page's own form has no name. The newsletter form in the footer posts here without scripts. */
const act = actionByForm({ '': confirmSubscription, subscribe });
export const action = serverAction(act);
export const clientAction = browserAction(act);

export const meta: MetaFunction = ({ matches }) => {
  const { site, t } = pageOfMatches(matches);
  return pageMeta({
    title: t('newsletter.confirm.title'),
    description: t('newsletter.confirm.text'),
    site,
    path: paths.confirmNewsletter,
    indexed: false,
  });
};

export default function ConfirmNewsletter() {
  return (
    <NewsletterLink title="newsletter.confirm.title" text="newsletter.confirm.text" send="newsletter.confirm.send" />
  );
}
