import type { Queryable } from '#lib/server/database/statement.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { type AuditEntry, insertAuditEntry } from './audit-store.ts';

type Entry = Pick<AuditEntry, 'actor' | 'action'> & {
  subject?: AuditEntry['subject'];
  details?: AuditEntry['details'];
};

/** Appends an entry to the audit log. Call it in the transaction of the audited change. */
export async function audit(db: Queryable, { ip, requestId }: Origin, entry: Entry): Promise<void> {
  await insertAuditEntry(db, { subject: null, details: {}, ...entry, ip, requestId });
}

export const actingUser = (id: number) => ({ kind: 'user', id }) as const;
export const actingAdmin = (id: number) => ({ kind: 'admin', id }) as const;
export const actingVisitor = { kind: 'visitor', id: null } as const;
export const subjectUser = (id: number) => ({ kind: 'user', id });
