import type { Readable } from 'node:stream';
import { apiNameOf, CSV_NAMES, columnOf } from '#features/catalog/listings/model/listing-fields.ts';
import { displayStatus } from '#features/catalog/listings/model/listing-status.ts';
import type { AdminListingRow } from '#features/catalog/server/api.ts';
import type { UserFilter } from '#features/people/accounts/model/admin-account-contract.ts';
import type { AuditQuery } from '#features/people/audit/model/audit-contract.ts';
import { type AccountDeps, allUsers, readAudit } from '#features/people/server/api.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { amountOf } from '#lib/money.ts';
import { csvFile } from '#lib/server/csv/csv.ts';
import { BATCH, inChunks } from '#lib/server/database/batches.ts';
import type { Queryable } from '#lib/server/database/statement.ts';

const LISTING_HEADER = [
  'csv.listingId',
  'csv.listedAt',
  'csv.userId',
  'csv.kind',
  'csv.status',
  'csv.make',
  'csv.model',
  'csv.year',
  'csv.category',
  'csv.price',
  'csv.currency',
  'csv.mileage',
  'csv.mileageUnit',
  'csv.vin',
  'csv.location',
] as const;

export function listingCsv(listings: AsyncIterable<AdminListingRow[]>, t: Translator): Readable {
  return csvFile(
    [...LISTING_HEADER, ...CSV_NAMES.map((name) => `sell.field.${apiNameOf(name)}` as const)].map((id) => t(id)),
    lines(),
  );
  async function* lines() {
    for await (const rows of listings) yield rows.map(listingCells);
  }
}

function listingCells(row: AdminListingRow) {
  return [
    row.id,
    row.at,
    row.user_id,
    row.offer,
    displayStatus(row.status),
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
    ...CSV_NAMES.map((name) => row[columnOf(name)]),
  ];
}

const USER_HEADER = [
  'csv.userId',
  'csv.name',
  'csv.email',
  'csv.mobile',
  'csv.status',
  'csv.lastLogin',
  'csv.created',
] as const;

/** Streams users as CSV, oldest first. */
export function userCsv(db: Queryable, filter: UserFilter, t: Translator): Readable {
  return csvFile(
    USER_HEADER.map((id) => t(id)),
    lines(),
  );
  async function* lines() {
    for await (const users of allUsers(db, filter)) {
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

const AUDIT_HEADER = [
  'csv.entryId',
  'csv.time',
  'csv.actor',
  'csv.actorId',
  'csv.actorName',
  'csv.action',
  'csv.target',
  'csv.targetId',
  'csv.details',
  'csv.ip',
  'csv.requestId',
] as const;

/** Streams the audit log as CSV, newest first. */
export function auditCsv(deps: AccountDeps, filter: AuditQuery, t: Translator): Readable {
  return csvFile(
    AUDIT_HEADER.map((id) => t(id)),
    lines(),
  );
  async function* lines() {
    for await (const entries of inChunks((after) => auditChunk(deps, { ...filter, after, limit: BATCH }))) {
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

async function auditChunk(deps: AccountDeps, query: AuditQuery) {
  const { entries, next } = await readAudit(deps, query);
  return { items: entries, next };
}
