import { Link } from 'react-router';
import { listingName } from '#features/catalog/listings/model/listing.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { LinkButton, TEXT_LINK } from '#ui/button.tsx';
import type { TimelineResponse } from '../model/shipment-contract.ts';

type SellerOrderProps = { timeline: TimelineResponse; children: React.ReactNode };

/** An order as the seller of its cars sees it: the steps and documents, without the buyer's money. */
export function SellerOrder({ timeline: { order_id: id, number, ended, cars }, children }: SellerOrderProps) {
  const t = useTranslator();
  return (
    <div className="mx-auto grid max-w-5xl grid-cols-1 gap-6 px-4 py-8 md:px-8 md:py-12">
      <div className="grid gap-2">
        <Link to={paths.dashboard} className={`${TEXT_LINK} justify-self-start`}>
          {t('shipments.seller.back')}
        </Link>
        <h1 className="text-2xl">{t('orders.title', { number })}</h1>
        <p className="text-ink-soft">{cars.map(listingName).join(', ')}</p>
      </div>
      {ended ? (
        <section className="grid gap-2 rounded-lg border border-line bg-surface p-4 md:p-5">
          <h2 className="text-lg">{t('orders.nothing.cancelled')}</h2>
          <p className="max-w-prose">{t(`shipments.seller.ended.${ended}`)}</p>
        </section>
      ) : (
        <div className="flex flex-wrap gap-3">
          <LinkButton to={`${paths.yard}?order=${id}`} kind="action">
            {t('shipments.seller.report')}
          </LinkButton>
        </div>
      )}
      {children}
    </div>
  );
}
