import { useEffect, useRef } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { amountOf } from '#lib/money.ts';
import { paths } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import type { PaidBooking } from '../client/checkout-flow.ts';
import type { PayableCar } from '../model/payable-car.ts';
import { chosenDaysOf, daysText } from '../model/rental-days.ts';

type ThankYouProps = {
  car: PayableCar;
  paid: PaidBooking;
  /** What happens next, from a later feature. */
  children?: React.ReactNode;
};

/** The second step of the payment page: paid and booked. */
export function ThankYou({ car, paid, children }: ThankYouProps) {
  const t = useTranslator();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }, []);
  return (
    <div className="mx-auto grid max-w-2xl justify-items-start gap-5 px-4 py-12 md:py-20">
      <p className="text-ink-soft text-sm">{t('checkout.steps', { step: 2 })}</p>
      <span className="grid size-14 place-items-center rounded-full bg-verified-ground text-verified">
        <Icon name="check" className="size-8" />
      </span>
      <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {t('checkout.thanks')}
      </h1>
      <p className="text-lg">{t('checkout.thanks.soon')}</p>
      <div className="grid w-full gap-3 rounded-lg border border-line bg-surface p-5">
        <p className="font-semibold">{car.name}</p>
        <dl className="figures grid gap-2">
          {paid.period && <Fact name={t('checkout.days')} value={daysText(t, chosenDaysOf(paid.period))} />}
          <Fact name={t('checkout.thanks.paid')} value={t.price(amountOf(paid.paidCents))} />
          <Fact name={t('checkout.thanks.number')} value={paid.transactionId} />
        </dl>
      </div>
      {children}
      <p>{t('checkout.thanks.mail', { email: paid.email })}</p>
      <div className="flex flex-wrap gap-3">
        <LinkButton to={paths.order.replace(':id', String(paid.orderId))} kind="action">
          {t('checkout.thanks.order')}
        </LinkButton>
        <LinkButton to={paths.home}>{t('checkout.thanks.home')}</LinkButton>
        <LinkButton to={`${paths.dashboard}#my-bookings`}>{t('checkout.thanks.bookings')}</LinkButton>
        {car.offer === 'Rent' && (
          <LinkButton to="." replace state={null}>
            {t('checkout.thanks.more')}
          </LinkButton>
        )}
      </div>
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="wrap-anywhere font-semibold">{value}</dd>
    </div>
  );
}
