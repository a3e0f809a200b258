import type pg from 'pg';
import { actingAdmin, audit } from '#features/people/server/api.ts';
import { withoutSpaces } from '#features/site/operator/model/bank-account.ts';
import { allBankAccounts, foreignAccounts } from '#features/site/server/api.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import type { MappingsResponse, StatementMappingBody, StoredMappingResponse } from '../model/import-contract.ts';
import type { StatementsQuery } from '../model/statement-contract.ts';
import type { StoredStatementResponse } from '../model/stored-statement-contract.ts';
import { toStatementResponses, type Viewer } from './confirming/confirm-statement.ts';
import { findMapping, insertMapping, newestMappings, newestStatements, type StoredMapping } from './statement-store.ts';

const PAGE_SIZE = 30;

/** Returns imported statements, the newest first. */
export async function listStatements(
  pool: pg.Pool,
  { before, state }: StatementsQuery,
  viewer: Viewer,
): Promise<{ items: StoredStatementResponse[]; next: number | null }> {
  const found = await newestStatements(
    pool,
    { before: before ?? null, isToConfirm: state === 'to_confirm' },
    PAGE_SIZE + 1,
  );
  const items = await toStatementResponses(pool, found.slice(0, PAGE_SIZE), viewer);
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
