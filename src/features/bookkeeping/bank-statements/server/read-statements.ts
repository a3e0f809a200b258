import type pg from 'pg';
import { actingAdmin, audit } from '#features/people/server/api.ts';
import { withoutSpaces } from '#features/site/operator/model/bank-account.ts';
import { allBankAccounts, foreignAccounts } from '#features/site/server/api.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import type {
  MappingsResponse,
  StatementMappingBody,
  StoredMappingResponse,
  StoredStatementResponse,
} from '../model/statement-contract.ts';
import { findMapping, insertMapping, newestMappings, type StoredMapping } from './mapping-store.ts';
import { newestStatements } from './statement-store.ts';

const PAGE_SIZE = 30;

/** Returns imported statements, the newest first. */
export async function listStatements(
  pool: pg.Pool,
  before: number | null,
): Promise<{ items: StoredStatementResponse[]; next: number | null }> {
  const found = await newestStatements(pool, before, PAGE_SIZE + 1);
  const items = found.slice(0, PAGE_SIZE).map((each) => ({
    id: each.id,
    filename: each.filename,
    format: each.format,
    imported_at: each.importedAt.toISOString(),
    imported_by: each.importedBy,
    account: each.account,
    currency: each.currency,
    number: each.number,
    from_on: each.fromOn,
    to_on: each.toOn,
    opening_cents: each.openingCents,
    closing_cents: each.closingCents,
    pending_lines: each.pending,
    lines: each.lines,
    missing_before: each.isMissingBefore,
  }));
  return { items, next: found.length > PAGE_SIZE ? (items.at(-1)?.id ?? null) : null };
}

/** Returns the saved mappings, and the accounts that statements may be about. */
export async function listMappings(pool: pg.Pool): Promise<MappingsResponse> {
  const accounts = (await allBankAccounts(pool)).map(({ account }) => withoutSpaces(account));
  const foreign = (await foreignAccounts(pool)).map(({ account, currency }) => ({ account, currency }));
  return {
    items: (await newestMappings(pool)).map(toResponse),
    accounts: [...new Set(accounts)],
    foreign_accounts: foreign,
  };
}

export async function saveMapping(
  pool: pg.Pool,
  adminId: number,
  mapping: StatementMappingBody,
  origin: Origin,
): Promise<StoredMappingResponse> {
  return withTransaction(pool, async (db) => {
    const id = await insertMapping(db, adminId, mapping);
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: 'statement mapping saved',
      subject: { kind: 'statement mapping', id },
      details: { ...mapping },
    });
    const saved = await findMapping(db, id);
    if (!saved) throw new Error(`mapping ${id} was not saved`);
    return toResponse(saved);
  });
}

const toResponse = ({ savedAt, ...mapping }: StoredMapping): StoredMappingResponse => ({
  ...mapping,
  savedAt: savedAt.toISOString(),
});
