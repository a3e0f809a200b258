import type { Readable } from 'node:stream';
import type { UsersQuery } from '#features/accounts/managed-accounts-contract.ts';
import type { AccountTools } from '#features/accounts/server/account-tools.ts';
import { listUsers } from '#features/accounts/server/manage-users.ts';
import type { ListingStatus } from '#features/listings/listing.ts';
import { shownStatus } from '#features/listings/listing-status.ts';
import { inBatches } from '#platform/database/batches.ts';
import type { Queryable } from '#platform/database/statement.ts';
import { amountOf } from '#platform/money.ts';
import { csvFile } from '#platform/sheets/csv.ts';
import type { ListingFilter } from '../table-contract.ts';
import { type ListingRow, listingRows } from './listing-rows-store.server.ts';

const LISTING_HEAD = [
  'Listing ID',
  'Listed at (UTC)',
  'User ID',
  'Kind',
  'Status',
  'Make',
  'Model',
  'Year',
  'Category',
  'Price',
  'Currency',
  'Mileage',
  'Mileage unit',
  'VIN',
  'Location',
];

/** Listings as CSV. */
export function listingSheet(db: Queryable, wanted: ListingFilter): Readable {
  return csvFile(LISTING_HEAD, lines());
  async function* lines() {
    const start = { at: '', id: 0 };
    const read = inBatches<ListingRow>(start, (after, most) => listingRows(db, wanted, after, most));
    for await (const rows of read) yield rows.map(listingCells);
  }
}

function listingCells(row: ListingRow) {
  return [
    row.id,
    row.at,
    row.user_id,
    row.offer,
    shownStatus(row.status as ListingStatus),
    row.make,
    row.model,
    row.year,
    row.car_type,
    amountOf(row.price_cents),
    row.currency,
    row.mileage,
    row.mileage === null ? null : row.mileage_unit,
    row.vin,
    row.location,
  ];
}

const USER_HEAD = ['User ID', 'Name', 'Email', 'Mobile', 'Status', 'Last Login (UTC)', 'Created (UTC)'];
const USERS_AT_ONCE = 1_000;

/** Users as CSV, in the order of their screen. */
export function userSheet(tools: AccountTools, wanted: UsersQuery): Readable {
  return csvFile(USER_HEAD, lines());
  async function* lines() {
    for (let page = 1; ; page++) {
      const found = await listUsers(tools, { ...wanted, page, limit: USERS_AT_ONCE });
      const users = Array.isArray(found) ? found : found.items;
      yield users.map((user) => [
        user.id,
        user.name,
        user.email,
        user.mobile,
        user.status,
        user.lastLoginAt?.toISOString() ?? null,
        user.createdAt.toISOString(),
      ]);
      if (users.length < USERS_AT_ONCE) return;
    }
  }
}
