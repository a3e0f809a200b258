import { Link } from 'react-router';
import { listingPath } from '#features/catalog/listings/model/listing.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { amountOf, centsOf } from '#lib/money.ts';
import type { Stay } from '../model/criteria/listing-criteria.ts';
import type { CardResponse } from '../model/listing-contract.ts';
import { AvailabilityNote } from './availability-note.tsx';
import { CarPicture } from './car-picture.tsx';
import { MileageText } from './mileage-text.tsx';
import { CarPrice } from './price/price-text.tsx';
import { TrustFact } from './trust-fact.tsx';
import './listing-card.css';

const IN_THE_GRID = '(min-width: 80rem) 22rem, (min-width: 64rem) 28rem, (min-width: 36rem) 46vw, 92vw';

export type ListingCardProps = {
  car: CardResponse;
  /** Featured card of the home page: lazy picture, and 'Unknown' for a missing model. */
  featured?: boolean;
  /** Loads the picture first, for the first card in view. */
  priority?: boolean;
  sizes?: string;
  /** Renders the favorite button; receives the car's name. */
  favorite?: (name: string) => React.ReactNode;
  /** The days that a car for rent is wanted: priced on the card and carried on to the car's page. */
  stay?: Stay | null;
  /** The button that chooses the car for the comparison. */
  compare?: React.ReactNode;
  /** What the car costs where the buyer wants it. */
  landed?: React.ReactNode;
  /** The price in the buyer's currency. */
  localPrice?: React.ReactNode;
  /** The query part that the link to the car's page carries on, without the days of a rental. */
  search?: string;
  /** Rendered below the facts, such as tags. */
  children?: React.ReactNode;
};

/** A card that links to the car's page. The favorite button is outside the link. */
export function ListingCard({
  car,
  featured = false,
  priority = false,
  sizes = IN_THE_GRID,
  favorite,
  compare,
  stay = null,
  landed,
  localPrice,
  search = '',
  children,
}: ListingCardProps) {
  const t = useTranslator();
  const make = car.make || t('cars.unknownMake');
  const model = car.model || t(featured ? 'cars.unknownModelHome' : 'cars.unknownModel');
  const name = [make, model, car.trim].filter(Boolean).join(' ');
  const rents = car.RentSell === 'Rent';
  const facts = [
    car.carType && t(`cars.carType.${car.carType}`),
    car.transmission && t(`cars.transmission.${car.transmission}`),
    car.fuelType && t(`cars.fuelType.${car.fuelType}`),
  ].filter((fact) => fact !== null);
  return (
    <article className="car-card group relative flex h-full flex-col overflow-hidden rounded-lg border border-line bg-surface transition duration-150 ease-settle focus-within:border-line-strong hover:border-line-strong motion-safe:hover:-translate-y-0.5">
      <CarPicture
        image={car.images[0]}
        alt={`${car.year} ${name}`}
        sizes={sizes}
        priority={priority}
        featured={featured}
      />
      <div className="car-card-facts flex grow flex-col p-4">
        <h3 className="text-lg">
          <Link
            to={listingPath({ id: car.listing_id, make, model, offer: car.RentSell }) + (stay?.search ?? search)}
            className="underline-offset-4 after:absolute after:inset-0 after:rounded-lg group-hover:underline focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-focus"
          >
            {make} {model}{' '}
            {car.trim && (
              <span className="block truncate font-normal text-base text-ink-soft tracking-normal">
                <bdi>{car.trim}</bdi>
              </span>
            )}
          </Link>
        </h3>
        <p className="mt-1 figures">{[car.year, ...facts].join(' · ')}</p>
        <p>
          <MileageText miles={car.mileage} km={car.mileageKm} />
        </p>
        <p className="car-card-more mt-2 flex flex-wrap justify-between gap-x-4 text-sm">
          <span className="text-ink-soft">{car.location || t('cars.notAvailable')}</span>
          <TrustFact car={car} />
        </p>
        <AvailabilityNote car={car} className="mt-2 text-sm" />
        {children}
        {landed}
        <div className="car-card-price mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-2 pt-4">
          <p className="font-bold text-xl">
            <CarPrice car={car} />
            {stay && (
              <span className="figures block text-base">
                {t('car.days.price', { days: stay.days, price: t.price(amountOf(centsOf(car.price) * stay.days)) })}
              </span>
            )}
          </p>
          <span
            className="car-card-button rounded-md border border-line-strong px-3.5 py-2 font-semibold text-sm group-hover:border-ink"
            aria-hidden="true"
          >
            {t(rents ? 'cars.rentNow' : 'cars.viewDetails')}
          </span>
          {localPrice}
        </div>
      </div>
      {compare && <div className="car-card-compare absolute start-2 top-2 z-10">{compare}</div>}
      {favorite && <div className="car-card-favorite absolute end-2 top-2 z-10">{favorite(name)}</div>}
    </article>
  );
}
