import { useRevalidator } from 'react-router';
import type { MessageId } from '#lib/i18n/messages.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { MessagePage } from '#ui/message-page.tsx';

type CarUnavailableProps = {
  browse: string;
  failure: { messageKey: MessageId; values: Record<string, number> } | null;
};

/** Replaces a car page whose car does not exist or could not be loaded. */
export function CarUnavailable({ browse, failure }: CarUnavailableProps) {
  const t = useTranslator();
  const { revalidate, state } = useRevalidator();
  const link = (
    <LinkButton to={browse} {...(!failure && { kind: 'action' })}>
      {t('car.notFound.browse')}
    </LinkButton>
  );
  if (!failure) {
    return (
      <MessagePage title={t('car.notFound.title')} text={t('car.notFound.text')}>
        {link}
      </MessagePage>
    );
  }
  return (
    <div role="alert">
      <MessagePage
        title={t('car.failed.title')}
        text={t('cars.error', { message: t(failure.messageKey, failure.values) })}
      >
        <Button kind="action" onClick={revalidate} disabled={state === 'loading'}>
          {t('car.failed.retry')}
        </Button>
        {link}
      </MessagePage>
    </div>
  );
}
