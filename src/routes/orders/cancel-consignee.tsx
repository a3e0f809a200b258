import { Form, useActionData, useNavigation, useSearchParams } from 'react-router';
import { cancelConsigneeByLink } from '#features/orders/consignees/client/consignee-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, type FormOutcome, serverAction } from '#lib/pages/form-action.ts';
import { privateMeta } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { MessagePage } from '#ui/message-page.tsx';

export const action = serverAction(cancelConsigneeByLink);
export const clientAction = browserAction(cancelConsigneeByLink);

export const meta = privateMeta('orders.consignee.cancelTitle', 'orders.consignee.cancelAbout');

/** Target of the link sent to every party. Opening it changes nothing, because mail scanners open links too. */
export default function CancelConsignee() {
  const t = useTranslator();
  const outcome = useActionData<FormOutcome>();
  const isSending = useNavigation().state !== 'idle';
  const hasToken = useSearchParams()[0].has('token');
  const text = hasToken
    ? (outcome?.message ?? t('orders.consignee.cancelAbout'))
    : t('orders.consignee.cancelIncomplete');
  return (
    <MessagePage title={t('orders.consignee.cancelTitle')} text={text}>
      {hasToken && !outcome && (
        <Form method="post">
          <Button type="submit" kind="action" aria-disabled={isSending || undefined}>
            {t(isSending ? 'orders.consignee.canceling' : 'orders.consignee.cancel')}
          </Button>
        </Form>
      )}
      {(outcome || !hasToken) && <LinkButton to={paths.contact}>{t('orders.consignee.write')}</LinkButton>}
    </MessagePage>
  );
}
