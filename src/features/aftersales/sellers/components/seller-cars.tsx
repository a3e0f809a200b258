import { ListingGrid } from '#features/catalog/browse/components/listing-grid.tsx';
import { EVERYTHING, writeExplore } from '#features/catalog/listings/model/criteria/explore-query.ts';
import type { Offer } from '#features/catalog/listings/model/listing.ts';
import type { CardResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';
import type { SellerResponse } from '../model/seller-contract.ts';

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
