import type { ChargeResponse, OrderResponse } from '#features/orders/orders/model/order-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { TEXT_LINK } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';

/** Amounts of a security deposit: taken, used, returned and held. */
export function SecurityFacts({ security }: { security: NonNullable<OrderResponse['security']> }) {
  const t = useTranslator();
  const { asked_cents: asked, taken_cents: taken, held_cents: held, returned_cents: returned } = security;
  const rows: [string, number][] = [
    [t('orders.security.taken'), taken],
    [t('orders.security.used'), security.used_cents],
    [t('orders.security.returned'), returned],
  ];
  if (taken === 0) return <p>{t('orders.security.bring', { amount: t.cents(asked) })}</p>;
  return (
    <div className="grid gap-3">
      <dl className="figures grid gap-2">
        {rows.map(
          ([name, cents]) =>
            cents > 0 && (
              <div key={name} className="flex justify-between gap-4">
                <dt>{name}</dt>
                <dd>{t.cents(cents)}</dd>
              </div>
            ),
        )}
        <div className="flex justify-between gap-4 border-line border-t pt-2 font-bold">
          <dt>{t('orders.security.heldNow')}</dt>
          <dd>{t.cents(held)}</dd>
        </div>
      </dl>
      {held > 0 && <p className="text-ink-soft text-sm">{t('orders.security.text')}</p>}
    </div>
  );
}

/** Charges of a rental with reasons and evidence. */
export function ChargeList({ charges }: { charges: ChargeResponse[] }) {
  const t = useTranslator();
  return (
    <ul className="grid gap-3">
      {charges.map((charge) => (
        <li key={charge.id} className="grid gap-1 rounded-md border border-line p-3">
          <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
            <span>{t(`orders.charge.${charge.kind}`)}</span>
            <span className="figures">{t.cents(charge.amount_cents)}</span>
          </p>
          <p className="wrap-anywhere">{charge.reason}</p>
          {charge.from_security_cents > 0 && (
            <p className="text-ink-soft text-sm">
              {t('orders.charge.fromSecurity', { amount: t.cents(charge.from_security_cents) })}
            </p>
          )}
          <p className="text-ink-soft text-sm">{t.utcTime(charge.at)}</p>
          {charge.evidence.length > 0 && (
            <p className="flex flex-wrap gap-x-4">
              {charge.evidence.map(({ url, format }, index) => (
                <a key={url} href={url} download className={`${TEXT_LINK} gap-2`}>
                  <Icon name="document" />
                  {t(format === 'pdf' ? 'orders.charge.paper' : 'orders.charge.photo', { number: String(index + 1) })}
                </a>
              ))}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
