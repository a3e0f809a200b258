import { useRevalidator } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { MessagePage } from '#ui/message-page.tsx';
import type { ReadFailure } from '../client/listing-client.ts';

type CarUnavailableProps = {
  browse: string;
  failure: ReadFailure | null;
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
      <MessagePage title={t('car.failed.title')} text={t('cars.error', { message: t.message(failure) })}>
        <Button kind="action" onClick={revalidate} disabled={state === 'loading'}>
          {t('car.failed.retry')}
        </Button>
        {link}
      </MessagePage>
    </div>
  );
}
