import { CSV_NAMES, columnOf } from '#features/catalog/listings/model/listing-fields.ts';
import { narrowSql, Parameters } from '#features/catalog/listings/server/criteria-sql.ts';
import type { Cursor } from '#lib/server/database/batches.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { Listings } from '#lib/server/database/rows.ts';
import type { AdminListingCriteria, Identity } from './admin-listing-page-store.ts';

export type AdminListingRow = Cursor & Pick<Listings, (typeof COLUMNS)[number]>;

const COLUMNS = [
  'user_id',
  'offer',
  'status',
  'make',
  'model',
  'year',
  'car_type',
  'price_cents',
  'currency',
  'mileage',
  'mileage_unit',
  'vin',
  'location',
  ...CSV_NAMES.map(columnOf),
] as const satisfies (keyof Listings)[];
const ROWS = `select posted_at::text as at, id, ${COLUMNS.join(', ')} from listings where deleted_at is null`;

/** Returns listings in the given statuses, in id order, after a cursor. */
export async function adminRowsAfter(
  db: Queryable,
  { statuses, ...criteria }: AdminListingCriteria,
  { id }: Cursor,
  limit: number,
): Promise<AdminListingRow[]> {
  const parameters = new Parameters();
  const states = `status in (${statuses.map((status) => `'${status}'`).join(', ')})`;
  const hidden = statuses.includes('active') ? '' : "status <> 'active'";
  const narrow = narrowSql(criteria, parameters, 'bitmap-scan', false);
  const where = [states, hidden, narrow, `id > ${parameters.add(id)}::bigint`].filter((part) => part !== '');
  const { rows } = await db.query<AdminListingRow>({
    text: `${ROWS} and ${where.join(' and ')} order by id limit ${parameters.add(limit)}`,
    values: parameters.values,
  });
  return rows;
}

const BY_ID = statement(`${ROWS} and id = $1`);
const BY_VIN = statement(`${ROWS} and vin = $1 order by id`);

export function identifiedRows(db: Queryable, identity: Identity): Promise<AdminListingRow[]> {
  return 'id' in identity
    ? rowsOf<AdminListingRow>(db, BY_ID, [identity.id])
    : rowsOf<AdminListingRow>(db, BY_VIN, [identity.vin]);
}
