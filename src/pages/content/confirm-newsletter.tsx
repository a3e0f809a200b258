import '#generated/words/en-content.ts';
import type { MetaFunction } from 'react-router';
import { NewsletterLink } from '#features/content/components/newsletter-link.tsx';
import { confirmSubscription, subscribe } from '#features/content/newsletter-acts.ts';
import { actInBrowser, actOnServer, byForm } from '#platform/pages/act.ts';
import { pageMeta } from '#platform/pages/meta.ts';
import { siteOfMatches } from '#platform/pages/use-site.ts';
import { englishWords as t } from '#platform/words/words.ts';
import { paths } from '../paths.ts';

/** Its own button sends no name; the form at the foot of every page leads here where no script sends it. */
const act = byForm({ '': confirmSubscription, subscribe });
export const action = actOnServer(act);
export const clientAction = actInBrowser(act);

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    title: t('newsletter.confirm.title'),
    description: t('newsletter.confirm.text'),
    origin: siteOfMatches(matches).origin,
    path: paths.confirmNewsletter,
    indexed: false,
  });

export default function ConfirmNewsletter() {
  return (
    <NewsletterLink title="newsletter.confirm.title" text="newsletter.confirm.text" send="newsletter.confirm.send" />
  );
}
