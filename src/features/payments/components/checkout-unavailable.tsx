import { useRevalidator } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { MessagePage } from '#ui/message-page.tsx';

type CheckoutUnavailableProps = {
  /** Why nothing could be loaded. */
  failure: string | null;
  /** What is wrong with the car's price. */
  price?: 'missing' | 'invalid';
};

/** Stands for a car that cannot be paid for, and says that no money moved. */
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
