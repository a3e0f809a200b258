import { Stars } from '#features/aftersales/car-reviews/components/stars.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { SellerResponse } from '../model/seller-contract.ts';

/** What this site has counted of a seller. Figures that do not exist yet are left out. */
export function SellerFigures({ seller }: { seller: SellerResponse }) {
  const t = useTranslator();
  const { listed, sold, rented, rating, documents } = seller;
  const all = listed.Sell + listed.Rent;
  const ofAll = (cars: number) => ({ cars: t.number(cars), listed: t.number(all) });
  return (
    <section aria-labelledby="figures" className="grid gap-4 rounded-lg border border-line bg-surface p-4 sm:p-6">
      <div>
        <h2 id="figures" className="text-lg">
          {t('sellers.facts')}
        </h2>
        <p className="text-ink-soft text-sm">{t('sellers.counted')}</p>
      </div>
      <dl className="figures grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
        <Figure name={t('sellers.listed')}>
          {listed.Sell > 0 && <p>{t('sellers.listed.cars', { sale: listed.Sell })}</p>}
          {listed.Rent > 0 && <p>{t('sellers.listed.rentals', { rent: listed.Rent })}</p>}
          {all === 0 && <p>{t('sellers.sold.cars', { cars: 0 })}</p>}
        </Figure>
        <Figure name={t('sellers.sold')}>{t('sellers.sold.cars', { cars: sold })}</Figure>
        {rented > 0 && <Figure name={t('sellers.rented')}>{t.number(rented)}</Figure>}
        <Figure name={t('sellers.rating')}>
          {rating === null ? (
            t('sellers.rating.none')
          ) : (
            <span className="inline-flex flex-wrap items-center gap-x-2">
              <span aria-hidden="true" className="inline-flex">
                <Stars rating={Math.round(rating.average)} />
              </span>
              {t('reviews.summary', { rating: t.number(rating.average, 'oneDecimal'), count: rating.count })}
            </span>
          )}
        </Figure>
        {all > 0 && (
          <Figure name={t('sellers.documents')}>
            <p>{t('sellers.documents.vin', ofAll(documents.withVin))}</p>
            <p>{t('sellers.documents.report', ofAll(documents.withReport))}</p>
            <p>{t('sellers.documents.certified', ofAll(documents.certified))}</p>
          </Figure>
        )}
      </dl>
    </section>
  );
}

function Figure({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-ink-soft text-sm">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}
