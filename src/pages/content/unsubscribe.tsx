import '#generated/words/en-content.ts';
import type { MetaFunction } from 'react-router';
import { NewsletterLink } from '#features/content/components/newsletter-link.tsx';
import { unsubscribe } from '#features/content/newsletter-acts.ts';
import { actInBrowser, actOnServer } from '#platform/pages/act.ts';
import { pageMeta } from '#platform/pages/meta.ts';
import { siteOfMatches } from '#platform/pages/use-site.ts';
import { englishWords as t } from '#platform/words/words.ts';
import { paths } from '../paths.ts';

export const action = actOnServer(unsubscribe);
export const clientAction = actInBrowser(unsubscribe);

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    title: t('newsletter.unsubscribe.title'),
    description: t('newsletter.unsubscribe.text'),
    origin: siteOfMatches(matches).origin,
    path: paths.unsubscribe,
    indexed: false,
  });

export default function Unsubscribe() {
  return (
    <NewsletterLink
      title="newsletter.unsubscribe.title"
      text="newsletter.unsubscribe.text"
      send="newsletter.unsubscribe.send"
    />
  );
}
