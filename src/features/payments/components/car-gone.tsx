import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { MessagePage } from '#ui/message-page.tsx';
import type { PayableCar } from '../model/payable-car.ts';

/** Shown for a car that can no longer be booked. */
export function CarGone({ car }: { car: PayableCar }) {
  const t = useTranslator();
  const { status } = car;
  if (status === 'active') return null;
  return (
    <MessagePage title={t(`checkout.gone.${status}`)} text={t('checkout.gone')}>
      <LinkButton to={paths.explore} kind="action">
        {t('checkout.browse')}
      </LinkButton>
      <LinkButton to={`${paths.dashboard}#my-bookings`}>{t('checkout.thanks.bookings')}</LinkButton>
    </MessagePage>
  );
}
