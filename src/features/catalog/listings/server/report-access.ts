import { reachableByLink } from '#features/catalog/listings/model/listing.ts';
import { type Queryable, queryAny, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import { LISTING_STATUSES } from '../model/listing.ts';

const OWNED = statement(`
  select 1 from uploads where user_id = $1 and key = $2
  union all
  select 1 from listings where certification_report = $2 and user_id = $1 and deleted_at is null limit 1`);

/** Returns whether a report is public: it is while a public car has it. */
export const isPublicReport = queryAny<[key: string]>(`
  select 1 from listings
  where certification_report = $1 and deleted_at is null
    and status in (${LISTING_STATUSES.filter(reachableByLink)
      .map((status) => `'${status}'`)
      .join(', ')}) limit 1`);

/** Whether a caller may read a report that is not public: administrators and the user who sent it. */
export async function mayReadReport(db: Queryable, key: string, { user, admin }: Caller): Promise<boolean> {
  if (admin !== null) return true;
  return user !== null && (await rowsOf(db, OWNED, [user.id, key])).length > 0;
}
