import { useRevalidator } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { MessagePage } from '#ui/message-page.tsx';

type CheckoutUnavailableProps = {
  /** Why the car could not be loaded. */
  failure: string | null;
  price?: 'missing' | 'invalid';
};

/** Shown for a car that cannot be paid for. Says that nothing was charged. */
export function CheckoutUnavailable({ failure, price = 'missing' }: CheckoutUnavailableProps) {
  const t = useTranslator();
  const { revalidate } = useRevalidator();
  const browse = (
    <LinkButton to={paths.explore} kind="action">
      {t('checkout.browse')}
    </LinkButton>
  );
  if (failure !== null) {
    return (
      <MessagePage title={t('checkout.error', { message: failure })} text={t('checkout.failedText')}>
        <Button kind="action" onClick={() => void revalidate()} className="noscript:hidden">
          {t('checkout.again')}
        </Button>
      </MessagePage>
    );
  }
  return price === 'invalid' ? (
    <MessagePage title={t('checkout.invalidPrice')} text={t('checkout.invalidPriceText')}>
      {browse}
    </MessagePage>
  ) : (
    <MessagePage title={t('checkout.missing')} text={t('checkout.missingText')}>
      {browse}
    </MessagePage>
  );
}
