import type pg from 'pg';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { AuditQuery } from '../model/audit-contract.ts';
import type { AuditAction } from '../model/audit-log.ts';
import { type AuditEntry, type AuditRow, auditActions, findAuditEntries, insertAuditEntry } from './audit-store.ts';

type Entry = Pick<AuditEntry, 'actor'> & {
  action: AuditAction;
  subject?: AuditEntry['subject'];
  details?: AuditEntry['details'];
};

/** Appends an entry to the audit log. Call it in the transaction of the audited change. */
export async function audit(
  db: Queryable,
  { ip, requestId }: Pick<AuditEntry, 'ip' | 'requestId'>,
  entry: Entry,
): Promise<void> {
  await insertAuditEntry(db, { subject: null, details: {}, ...entry, ip, requestId });
}

export const actingUser = (id: number) => ({ kind: 'user', id }) as const;
export const actingAdmin = (id: number) => ({ kind: 'admin', id }) as const;
export const actingSystem = { kind: 'system', id: null } as const;
export const actingVisitor = { kind: 'visitor', id: null } as const;
export const subjectUser = (id: number) => ({ kind: 'user', id });

/** Fields that identify a person. The audit log is append-only, so it stores only their first character. */
export const PERSONAL = ['name', 'email', 'mobile'] as const;

type Values = Record<string, unknown>;

/** Returns the changed fields before and after. Masks `hidden` fields after their first character. */
export function changesForAudit(before: Values, after: Values, hidden: readonly string[] = []) {
  const changed = Object.keys(after).filter((field) => before[field] !== after[field]);
  const valuesOf = (values: Values) =>
    Object.fromEntries(
      changed.map((field) => [field, hidden.includes(field) ? masked(values[field]) : (values[field] ?? null)]),
    );
  return { changed, before: valuesOf(before), after: valuesOf(after) };
}

function masked(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? `${[...value][0]}…` : null;
}

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
