import type { MetaFunction } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { pageMeta, pageOfMatches } from '#lib/pages/page-site.ts';
import { paths } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { MessagePage } from '#ui/message-page.tsx';

export const meta: MetaFunction = ({ matches }) => {
  const { site, t } = pageOfMatches(matches);
  return pageMeta({
    title: t('shell.comingSoon.title'),
    description: t('shell.comingSoon.text'),
    site,
    path: paths.comingSoon,
    indexed: false,
  });
};

export default function ComingSoon() {
  const t = useTranslator();
  return (
    <MessagePage title={t('shell.comingSoon.title')} text={t('shell.comingSoon.text')}>
      <LinkButton to={paths.explore} kind="action">
        {t('shell.comingSoon.explore')}
      </LinkButton>
    </MessagePage>
  );
}
