import type { Queryable } from '#platform/database/statement.ts';
import type { ListingStatus } from '../listing.ts';
import type { ListingTerms } from '../manage-facts.ts';
import type { ManagedListing } from '../managed-listing.ts';
import { LISTING_COLUMNS, type ListingRow, listingOfRow } from './listing-rows.server.ts';

type Row = ListingRow &
  Pick<ManagedListing, 'version' | 'reasons' | 'availability'> & {
    contact_methods: ManagedListing['contactMethods'];
    response_time: string | null;
  };

/** A listing in whatever state; locked until the transaction ends where `lock` says so. */
export async function findManagedListing(db: Queryable, id: number, lock: boolean): Promise<ManagedListing | null> {
  const { rows } = await db.query<Row>(
    `select ${LISTING_COLUMNS}, l.version, l.reasons, l.contact_methods, l.availability, l.response_time
     from listings l where l.id = $1 and l.deleted_at is null ${lock ? 'for update' : ''}`,
    [id],
  );
  const [row] = rows;
  if (!row) return null;
  const { version, reasons, availability, contact_methods: contactMethods, response_time: responseTime } = row;
  return { ...listingOfRow(row), version, reasons, availability, contactMethods, responseTime };
}

/** Sets what the back office decides; a car that becomes active is listed as new. */
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

export type Restored = { userId: number; status: ListingStatus; version: number };

/** Brings back a listing that was deleted at a version; null when it was not. */
export async function restoreListing(db: Queryable, id: number, version: number): Promise<Restored | null> {
  const { rows } = await db.query<Restored>(
    `update listings set deleted_at = null, version = version + 1
     where id = $1 and version = $2 and deleted_at is not null returning user_id as "userId", status, version`,
    [id, version],
  );
  return rows[0] ?? null;
}
