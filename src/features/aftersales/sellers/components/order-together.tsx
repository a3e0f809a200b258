import { useState } from 'react';
import { useCarriedDestination } from '#features/catalog/landed-cost/client/destination.ts';
import { listingName } from '#features/catalog/listings/model/listing.ts';
import type { CardResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { orderTogetherPath } from '#features/orders/holds/model/cars-of-order.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { LinkButton } from '#ui/button.tsx';

type OfferedCar = Pick<
  CardResponse,
  'listing_id' | 'RentSell' | 'listing_status' | 'hold' | 'year' | 'make' | 'model' | 'trim' | 'price'
> & { sellerId: number | null; sellerName: string | null };

/**
 * Offers to order cars of one seller together: all of them, or with `chooses` those that the buyer ticks. Shows nothing unless a seller has two
 * of them for sale.
 */
export function OrderTogether({ cars, chooses = false }: { cars: OfferedCar[]; chooses?: boolean }) {
  const available = cars.filter(
    ({ RentSell, listing_status, hold, sellerId }) =>
      RentSell === 'Sell' && listing_status === 'active' && hold === null && sellerId !== null,
  );
  const bySeller = Map.groupBy(available, ({ sellerId }) => sellerId);
  return [...bySeller].map(([sellerId, ofSeller]) => {
    if (ofSeller.length < 2) return null;
    return chooses ? <ChosenCars key={sellerId} cars={ofSeller} /> : <AllCars key={sellerId} cars={ofSeller} />;
  });
}

const SECTION = 'rounded-lg border border-line bg-surface p-4';
/** The destination of the page goes on with the buyer. */
function useOrderLink(): (cars: OfferedCar[]) => string {
  const carry = useCarriedDestination();
  return (cars) => carry(orderTogetherPath(cars.map(({ listing_id }) => listing_id)));
}

function AllCars({ cars }: { cars: OfferedCar[] }) {
  const t = useTranslator();
  const linkTo = useOrderLink();
  return (
    <section
      aria-label={t('together.title')}
      className={`flex flex-wrap items-center justify-between gap-x-6 gap-y-3 ${SECTION}`}
    >
      <p className="max-w-prose">
        {t('together.text', { seller: cars[0]?.sellerName ?? '', count: cars.length })} {t('together.how')}
      </p>
      <LinkButton to={linkTo(cars)} kind="strong">
        {t('together.title')}
      </LinkButton>
    </section>
  );
}

/** Ticking needs scripts, so it is hidden without. */
function ChosenCars({ cars }: { cars: OfferedCar[] }) {
  const t = useTranslator();
  const linkTo = useOrderLink();
  const [ids, setIds] = useState<number[]>([]);
  const chosen = cars.filter(({ listing_id }) => ids.includes(listing_id));
  const toggle = ({ listing_id: id }: OfferedCar) =>
    setIds((before) => (before.includes(id) ? before.filter((other) => other !== id) : [...before, id]));
  return (
    <details className={`noscript:hidden ${SECTION}`}>
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">{t('together.several')}</summary>
      <fieldset className="grid gap-3">
        <legend className="max-w-prose pb-2">
          {t('together.choose')} {t('together.how')}
        </legend>
        <div className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
          {cars.map((car) => (
            <label key={car.listing_id} className="flex min-h-11 items-center gap-3 py-1">
              <input
                type="checkbox"
                checked={ids.includes(car.listing_id)}
                onChange={() => toggle(car)}
                className="size-5.5 shrink-0 accent-link"
              />
              <span className="wrap-anywhere grow">{listingName(car)}</span>
              <span className="figures shrink-0">{t.price(car.price)}</span>
            </label>
          ))}
        </div>
        <div aria-live="polite" className="flex min-h-11 items-center">
          {chosen.length < 2 ? (
            <p className="text-ink-soft">{t('together.atLeast')}</p>
          ) : (
            <LinkButton to={linkTo(chosen)} kind="strong">
              {t('together.order', { count: chosen.length })}
            </LinkButton>
          )}
        </div>
      </fieldset>
    </details>
  );
}
