import type { Queryable } from '#lib/server/database/statement.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { type AuditEntry, insertAuditEntry } from './audit-store.ts';

type Deed = Pick<AuditEntry, 'actor' | 'action'> & { subject?: AuditEntry['subject']; details?: AuditEntry['details'] };

/** Writes down who did what, for good. Belongs into the transaction of the deed itself. */
export async function audit(db: Queryable, { ip, requestId }: Origin, deed: Deed): Promise<void> {
  await insertAuditEntry(db, { subject: null, details: {}, ...deed, ip, requestId });
}

export const actingUser = (id: number) => ({ kind: 'user', id }) as const;
export const actingAdmin = (id: number) => ({ kind: 'admin', id }) as const;
export const actingVisitor = { kind: 'visitor', id: null } as const;
export const subjectUser = (id: number) => ({ kind: 'user', id });
