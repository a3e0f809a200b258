import type { Listings } from '#lib/server/database/rows.ts';
import type { Columns, Queryable } from '#lib/server/database/statement.ts';
import type { ListingTerms } from '../model/admin-listing-facts.ts';

/** Sets the facts that only administrators set. A car that becomes active gets a new listing date. */
export async function setTerms(
  db: Queryable,
  id: number,
  { certified, taxRate, registrationFeeCents }: ListingTerms,
  becomesActive: boolean,
): Promise<void> {
  await db.query(
    `update listings set certified = $2, tax_rate = $3, registration_fee_cents = $4,
       posted_at = case when $5 then now() else posted_at end where id = $1`,
    [id, certified, taxRate, registrationFeeCents, becomesActive],
  );
}

type Restored = Columns<Listings, 'user_id' | 'status' | 'version'>;

/** Restores a listing deleted at this version. Returns null if there is none. */
export async function restoreListing(db: Queryable, id: number, version: number): Promise<Restored | null> {
  const { rows } = await db.query<Restored>(
    `update listings set deleted_at = null, version = version + 1
     where id = $1 and version = $2 and deleted_at is not null returning user_id as "userId", status, version`,
    [id, version],
  );
  return rows[0] ?? null;
}
