import { FavoriteListingCard } from '#features/catalog/favorites/components/favorite-listing-card.tsx';
import type { Stay } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import type { CardResponse } from '#features/catalog/listings/model/listing-contract.ts';

const GRID = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:gap-6 xl:grid-cols-3';

type ListingGridProps = {
  cars: CardResponse[];
  /** Shows cars of the previous filters while new ones load. */
  stale?: boolean;
  /** Fills the cells that ten cars leave empty in three columns. */
  filler?: React.ReactNode;
  /** The days that cars for rent are wanted. */
  stay?: Stay | null;
};

export function ListingGrid({ cars, stale = false, filler, stay = null }: ListingGridProps) {
  return (
    <ul className={`car-list ${GRID} transition-opacity duration-150 ${stale ? 'opacity-50' : ''}`} aria-busy={stale}>
      {cars.map((car, place) => (
        <li key={car.listing_id}>
          <FavoriteListingCard car={car} priority={place === 0} stay={stay} />
        </li>
      ))}
      {filler && cars.length % 3 === 1 && cars.length > 3 && <li className="col-span-2 hidden xl:block">{filler}</li>}
    </ul>
  );
}

export function ListingGridSkeleton() {
  return (
    <div className={GRID} aria-hidden="true">
      {Array.from({ length: 6 }, (_, place) => (
        <div
          key={String(place)}
          className="overflow-hidden rounded-lg border border-line bg-surface motion-safe:animate-pulse"
        >
          <div className="aspect-[4/3] bg-sunken" />
          <div className="grid gap-3 p-4">
            <div className="h-6 w-3/4 rounded-sm bg-sunken" />
            <div className="h-4 w-full rounded-sm bg-sunken" />
            <div className="h-4 w-1/2 rounded-sm bg-sunken" />
            <div className="mt-5 h-9 w-2/5 rounded-sm bg-sunken" />
          </div>
        </div>
      ))}
    </div>
  );
}
