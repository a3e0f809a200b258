import type { MetaFunction } from 'react-router';
import { NewsletterLink, unsubscribe } from '#features/site/newsletter/components/newsletter-link.tsx';
import { browserAction, serverAction } from '#lib/pages/page-handlers.ts';
import { pageMeta, pageOfMatches } from '#lib/pages/page-site.ts';
import { paths } from '#paths.ts';

export const action = serverAction(unsubscribe);
export const clientAction = browserAction(unsubscribe);

export const meta: MetaFunction = ({ matches }) => {
  const { site, t } = pageOfMatches(matches);
  return pageMeta({
    title: t('newsletter.unsubscribe.title'),
    description: t('newsletter.unsubscribe.text'),
    site,
    path: paths.unsubscribe,
    indexed: false,
  });
};

export default function Unsubscribe() {
  return (
    <NewsletterLink
      title="newsletter.unsubscribe.title"
      text="newsletter.unsubscribe.text"
      send="newsletter.unsubscribe.send"
    />
  );
}
