import type { Readable } from 'node:stream';
import type { AuditQuery, UserFilter } from '#features/accounts/managed-accounts-contract.ts';
import type { AccountTools } from '#features/accounts/server/account-tools.ts';
import { allUsers } from '#features/accounts/server/manage-users.ts';
import { readAudit } from '#features/accounts/server/read-audit.ts';
import { shownStatus } from '#features/listings/listing-status.ts';
import type { ManagedRow } from '#features/listings/server/find-managed.ts';
import { BATCH, inPieces } from '#platform/database/batches.ts';
import type { Queryable } from '#platform/database/statement.ts';
import { amountOf } from '#platform/money.ts';
import { csvFile } from '#platform/sheets/csv.ts';

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
export function listingSheet(listings: AsyncIterable<ManagedRow[]>): Readable {
  return csvFile(LISTING_HEAD, lines());
  async function* lines() {
    for await (const rows of listings) yield rows.map(listingCells);
  }
}

function listingCells(row: ManagedRow) {
  return [
    row.id,
    row.at,
    row.user_id,
    row.offer,
    shownStatus(row.status),
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

/** Users as CSV, oldest first. */
export function userSheet(db: Queryable, wanted: UserFilter): Readable {
  return csvFile(USER_HEAD, lines());
  async function* lines() {
    for await (const users of allUsers(db, wanted)) {
      yield users.map((user) => [
        user.id,
        user.name,
        user.email,
        user.mobile,
        user.status,
        user.lastLoginAt?.toISOString() ?? null,
        user.createdAt.toISOString(),
      ]);
    }
  }
}

const AUDIT_HEAD = [
  'Entry ID',
  'Time (UTC)',
  'Actor',
  'Actor ID',
  'Actor name',
  'Action',
  'Target',
  'Target ID',
  'Details',
  'IP address',
  'Request ID',
];

/** The audit log as CSV, newest first. */
export function auditSheet(tools: AccountTools, wanted: AuditQuery): Readable {
  return csvFile(AUDIT_HEAD, lines());
  async function* lines() {
    for await (const entries of inPieces((after) => piece(tools, { ...wanted, after, limit: BATCH }))) {
      yield entries.map((entry) => [
        entry.id,
        entry.at.toISOString(),
        entry.actorKind,
        entry.actorId,
        entry.actorName,
        entry.action,
        entry.subjectKind,
        entry.subjectId,
        JSON.stringify(entry.details),
        entry.ip,
        entry.requestId,
      ]);
    }
  }
}

async function piece(tools: AccountTools, query: AuditQuery) {
  const { entries, next } = await readAudit(tools, query);
  return { items: entries, next };
}
