import { CarPicture } from '#features/catalog/listings/components/car-picture.tsx';
import { listingName } from '#features/catalog/listings/model/listing.ts';
import type { OrderSummary } from '../model/order-contract.ts';

export const carsName = ({ cars }: Pick<OrderSummary, 'cars'>) =>
  cars.map((car) => listingName({ ...car, trim: null })).join(', ');

/** The cars of an order with their pictures. */
export function OrderCars({ order }: { order: Pick<OrderSummary, 'cars'> }) {
  return (
    <ul className="grid gap-3">
      {order.cars.map((car) => (
        <li key={car.listing_id} className="grid grid-cols-[7rem_minmax(0,1fr)] items-center gap-4">
          <div className="overflow-hidden rounded-md">
            <CarPicture image={car.image ?? undefined} alt="" sizes="7rem" maxWidth={640} />
          </div>
          <span className="wrap-anywhere font-semibold text-lg">{listingName({ ...car, trim: null })}</span>
        </li>
      ))}
    </ul>
  );
}
