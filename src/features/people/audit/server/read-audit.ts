import type pg from 'pg';
import type { AuditQuery } from '../model/audit-contract.ts';
import { type AuditRow, auditActions, findAuditEntries } from './audit-store.ts';

const PAGE_SIZE = 50;

export type AuditPage = { entries: AuditRow[]; next: number | null; actions: string[] };

/** Returns a page of the audit log, newest first. */
export async function readAudit(
  { pool }: { pool: pg.Pool },
  { limit = PAGE_SIZE, ...filters }: AuditQuery,
): Promise<AuditPage> {
  const [{ entries, more }, actions] = await Promise.all([findAuditEntries(pool, filters, limit), auditActions(pool)]);
  return { entries, next: more ? (entries.at(-1)?.id ?? null) : null, actions };
}
