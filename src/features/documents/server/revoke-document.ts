import { actingAdmin, audit } from '#features/audit/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { findDocument, insertRevocation } from './document-store.ts';

/**
 * Revokes a document without a successor, in the caller's transaction. Its number stays used. Throws `not_found`, and `conflict` if it was
 * revoked before.
 */
export async function revokeDocument(
  db: Queryable,
  id: number,
  reason: string,
  adminId: number,
  origin: Origin,
): Promise<void> {
  const document = await findDocument(db, id);
  if (!document) throw new AppError('not_found', 'no such document');
  if (!(await insertRevocation(db, id, reason, adminId))) throw new AppError('conflict', 'the document is revoked');
  await audit(db, origin, {
    actor: actingAdmin(adminId),
    action: 'document revoked',
    subject: { kind: 'document', id },
    details: { number: document.number, reason },
  });
}
