import { data, type MetaFunction } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { pageOfMatches } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { MessagePage } from '#ui/message-page.tsx';

export function loader() {
  return data(null, { status: 404 });
}

export function clientLoader() {
  return null;
}

export const meta: MetaFunction = ({ matches }) => [
  { title: pageOfMatches(matches).t('shell.notFound.title') },
  { name: 'robots', content: 'noindex' },
];

export default function NotFound() {
  const t = useTranslator();
  return (
    <MessagePage title={t('shell.notFound.title')} text={t('shell.notFound.text')}>
      <LinkButton to={paths.home} kind="action">
        {t('shell.notFound.home')}
      </LinkButton>
    </MessagePage>
  );
}
