import { ReviewItem } from '#features/aftersales/car-reviews/components/car-reviews.tsx';
import { Stars } from '#features/aftersales/car-reviews/components/stars.tsx';
import { ListingGrid } from '#features/catalog/browse/components/listing-grid.tsx';
import { listingCalls } from '#features/catalog/catalog-calls.ts';
import { EVERYTHING, writeExplore } from '#features/catalog/listings/model/criteria/explore-query.ts';
import type { Offer } from '#features/catalog/listings/model/listing.ts';
import type { CardResponse } from '#features/catalog/listings/model/listing-contract.ts';
import type { ApiClient } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { sellerCalls } from '../../aftersales-calls.ts';
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

type SellerCarsProps = { seller: SellerResponse; offer: Offer; cars: CardResponse[] };

/** The newest cars of a seller, and a link to all of them. */
export function SellerCars({ seller, offer, cars }: SellerCarsProps) {
  const t = useTranslator();
  const total = seller.listed[offer];
  if (cars.length === 0) return null;
  const mode = offer === 'Rent' ? 'rent' : 'buy';
  const id = `cars-${mode}`;
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="text-lg">
        {t(offer === 'Rent' ? 'sellers.forRent' : 'sellers.forSale')}
      </h2>
      <ListingGrid cars={cars} />
      {total > cars.length && (
        <div>
          <LinkButton to={paths.explore + writeExplore({ ...EVERYTHING, mode, seller: [String(seller.seller_id)] })}>
            {t(`sellers.all.${offer}`, { cars: total })}
          </LinkButton>
        </div>
      )}
    </section>
  );
}

export function SellerReviews({ reviews }: Pick<SellerResponse, 'reviews'>) {
  const t = useTranslator();
  if (reviews.length === 0) return null;
  return (
    <section aria-labelledby="reviews" className="grid gap-4">
      <h2 id="reviews" className="text-lg">
        {t('sellers.reviews')}
      </h2>
      <ul className="grid gap-5">
        {reviews.map((review) => (
          <li key={review.review_id}>
            <ReviewItem review={review}>
              <p className="text-ink-soft text-sm">{t('sellers.reviews.of', { car: `\u2068${review.car}\u2069` })}</p>
            </ReviewItem>
          </li>
        ))}
      </ul>
    </section>
  );
}

const SHOWN_CARS = 9;

/** Returns null if there is no such seller. */
export function fetchSeller(api: ApiClient, id: number): Promise<SellerResponse | null> {
  return api.find(sellerCalls.one, { params: { id } });
}

/** The newest cars of a seller. */
export async function fetchSellerCars(api: ApiClient, id: number, rentSell: Offer): Promise<CardResponse[]> {
  const query = { seller: String(id), rentSell, limit: String(SHOWN_CARS) };
  return (await api.call(listingCalls.find, { query })).listings;
}
