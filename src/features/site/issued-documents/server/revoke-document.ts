import { actingAdmin, audit } from '#features/people/server/api.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { insertRevocation } from './document-store.ts';

/** Revokes a document, in the caller's transaction. Its number stays used. Returns false if it was revoked before. */
export async function revokeDocument(
  db: Queryable,
  id: number,
  reason: string,
  adminId: number,
  origin: Origin,
): Promise<boolean> {
  if (!(await insertRevocation(db, id, reason, adminId))) return false;
  await audit(db, origin, {
    actor: actingAdmin(adminId),
    action: 'document revoked',
    subject: { kind: 'document', id },
    details: { reason },
  });
  return true;
}
