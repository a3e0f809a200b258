import type { MetaFunction } from 'react-router';
import { pageMeta } from '#platform/pages/meta.ts';
import { siteOfMatches } from '#platform/pages/use-site.ts';
import { englishWords } from '#platform/words/words.ts';
import { useWords } from '#platform/words/words-context.tsx';
import { LinkButton } from '#ui/button.tsx';
import { MessagePage } from '#ui/message-page.tsx';
import { paths } from './paths.ts';

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    title: englishWords('shell.comingSoon.title'),
    description: englishWords('shell.comingSoon.text'),
    origin: siteOfMatches(matches).origin,
    path: paths.comingSoon,
    indexed: false,
  });

export default function ComingSoon() {
  const t = useWords();
  return (
    <MessagePage title={t('shell.comingSoon.title')} text={t('shell.comingSoon.text')}>
      <LinkButton to={paths.explore} kind="action">
        {t('shell.comingSoon.explore')}
      </LinkButton>
    </MessagePage>
  );
}
