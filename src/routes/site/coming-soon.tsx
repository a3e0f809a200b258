import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { privateMeta } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { MessagePage } from '#ui/message-page.tsx';

export const meta = privateMeta('shell.comingSoon.title', 'shell.comingSoon.text');

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
