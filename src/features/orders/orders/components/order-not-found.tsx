import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { MessagePage } from '#ui/message-page.tsx';

/** The page of an order that does not exist or is not the caller's. */
export function OrderNotFound() {
  const t = useTranslator();
  return (
    <MessagePage title={t('orders.notFound.title')} text={t('orders.notFound.text')}>
      <LinkButton to={`${paths.dashboard}#my-bookings`} kind="action">
        {t('orders.back')}
      </LinkButton>
    </MessagePage>
  );
}
