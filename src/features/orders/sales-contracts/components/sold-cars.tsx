import { Link } from 'react-router';
import { contractPath, orderPath } from '#features/orders/orders/client/order-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { amountOf } from '#lib/money.ts';
import { TEXT_LINK } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import type { Sale } from '../model/sales-contract-contract.ts';

/** A seller's sold cars with share, contract and pending consignee changes. */
export function SoldCars({ sales }: { sales: Sale[] }) {
  const t = useTranslator();
  const price = (cents: number) => t.price(amountOf(cents));
  return (
    <ul className="grid gap-3">
      {sales.map((sale) => (
        <li
          key={`${sale.order_id}-${sale.listing_id}`}
          className="grid gap-3 rounded-lg border border-line bg-surface p-4 sm:grid-cols-[1fr_auto]"
        >
          <div className="wrap-anywhere grid content-start gap-1">
            <p className="font-semibold">{sale.car}</p>
            <p className="text-ink-soft text-sm">
              {t('orders.title', { number: sale.number })} · {t(`orders.life.${sale.life}`)} ·{' '}
              {t('sales.sold', { day: t.utcDay(sale.sold_at) })}
            </p>
            <Link to={orderPath(sale.order_id)} className={`${TEXT_LINK} justify-self-start`}>
              {t('sales.shipment')}
            </Link>
            {sale.contract !== 'not_needed' && (
              <Link to={contractPath(sale.order_id)} className={`${TEXT_LINK} justify-self-start`}>
                {t(`sales.contract.${sale.contract}`)}
              </Link>
            )}
          </div>
          <p className="figures grid content-start sm:justify-items-end">
            <span className="text-ink-soft text-sm">{t('sales.share')}</span>
            <span className="font-bold text-lg">{price(sale.share_cents)}</span>
            <span className="max-w-64 text-ink-soft text-sm sm:text-end">
              {t('sales.shareText', { price: price(sale.price_cents) })}
            </span>
            {sale.reduced_cents > 0 && (
              <span className="max-w-64 text-sm sm:text-end">
                {t('sales.reduced', { amount: t.cents(sale.reduced_cents) })}
              </span>
            )}
          </p>
          {sale.consignee_change && <ConsigneeChange sale={sale} change={sale.consignee_change} />}
        </li>
      ))}
    </ul>
  );
}

type ConsigneeChangeProps = { sale: Sale; change: NonNullable<Sale['consignee_change']> };

function ConsigneeChange({ sale, change: { name, country, effective_at: at } }: ConsigneeChangeProps) {
  const t = useTranslator();
  return (
    <div className="wrap-anywhere grid gap-3 rounded-md border border-waiting bg-waiting-ground p-3 sm:col-span-2">
      <p className="font-semibold">{t('orders.consignee.pending')}</p>
      <p>{t('sales.consignee', { time: t.utcTime(at), name, country: t.region(country) })}</p>
      <ActionForm name="cancel-consignee" className="grid justify-items-start gap-3">
        <input type="hidden" name="order" value={sale.order_id} />
        <SubmitButton kind="danger" busy={t('orders.consignee.canceling')}>
          {t('orders.consignee.cancel')}
        </SubmitButton>
      </ActionForm>
    </div>
  );
}
