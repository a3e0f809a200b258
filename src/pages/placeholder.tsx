import { type MetaFunction, useMatches } from 'react-router';
import { englishWords, type WordId } from '#platform/words/words.ts';
import { useWords } from '#platform/words/words-context.tsx';
import { LinkButton } from '#ui/button.tsx';
import { MessagePage } from '#ui/message-page.tsx';
import { paths } from './paths.ts';

export const meta: MetaFunction = () => [
  { title: englishWords('shell.placeholder.title') },
  { name: 'robots', content: 'noindex' },
];

/** Stands at the address of a page that is still being built, and says so. The route's id names the page. */
export default function Placeholder() {
  const t = useWords();
  const what = t(`shell.placeholder.${useMatches().at(-1)?.id}` as WordId);
  return (
    <MessagePage title={t('shell.placeholder.title')} text={t('shell.placeholder.text', { what })}>
      <LinkButton to={paths.explore} kind="action">
        {t('shell.placeholder.explore')}
      </LinkButton>
      <LinkButton to={paths.home}>{t('shell.placeholder.home')}</LinkButton>
    </MessagePage>
  );
}
