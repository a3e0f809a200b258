import { statusesShownAs } from '#features/listings/managed-listing.ts';
import type { Cursor } from '#platform/database/batches.ts';
import { type Queryable, rowsOf, statement } from '#platform/database/statement.ts';
import type { ListingFilter } from '../table-contract.ts';

export type ListingRow = Cursor & {
  user_id: number;
  offer: string;
  status: string;
  make: string;
  model: string;
  year: number;
  car_type: string | null;
  price_cents: number;
  currency: string;
  mileage: number | null;
  mileage_unit: string;
  vin: string | null;
  location: string | null;
};

const ROWS = statement(`
  select posted_at::text as at, id, user_id, offer, status, make, model, year, car_type, price_cents, currency, mileage, mileage_unit, vin, location
  from listings
  where id > $1 and deleted_at is null and ($3::text[] is null or status = any ($3)) and ($4::text is null or car_type = $4)
    and ($5::bigint is null or price_cents >= $5) and ($6::bigint is null or price_cents <= $6)
    and ($7::text is null or id::text = $7 or upper(vin) = upper($7) or strpos(lower(make || ' ' || model), lower($7)) > 0)
  order by id limit $2`);

/** The listings that are wanted, in the order of their ids, after a cursor. */
export function listingRows(db: Queryable, wanted: ListingFilter, after: Cursor, most: number): Promise<ListingRow[]> {
  const { category, status, minPrice, maxPrice, search } = wanted;
  const statuses = status === undefined ? null : statusesShownAs(status);
  const open = [statuses, category, minPrice, maxPrice, search].map((value) => value ?? null);
  return rowsOf<ListingRow>(db, ROWS, [after.id, most, ...open]);
}
