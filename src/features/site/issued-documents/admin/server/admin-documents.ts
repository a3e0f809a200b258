import type pg from 'pg';
import { actingAdmin, audit, done, type Outcome, refused } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';
import type { MailFile } from '#lib/server/mail/mail.ts';
import { readCode } from '../../model/document.ts';
import type { DocumentsResponse } from '../../model/verify-contract.ts';
import { findDocument, findDocuments, idOfNumber, insertRevocation } from '../../server/document-store.ts';
import type { DocumentDeps } from '../../server/issue-document.ts';
import { downloadOf } from '../../server/render-document.ts';
import { stateOf } from '../../server/verify-document.ts';

const PAGE_SIZE = 50;

type Query = { q?: string | undefined; before?: number | undefined };

export async function listDocuments(db: Queryable, { q = '', before }: Query): Promise<DocumentsResponse> {
  const search = { number: q === '' ? null : q.toUpperCase(), code: readCode(q), before: before ?? null };
  const rows = await findDocuments(db, search, PAGE_SIZE + 1);
  const items = rows.slice(0, PAGE_SIZE);
  return {
    flag: '1',
    items: items.map(({ id, kind, number, code, subjectKind, subjectId, issuedAt, ...standing }) => ({
      id,
      kind,
      number,
      code,
      subject: { kind: subjectKind, id: subjectId },
      state: stateOf(standing),
      supersededBy: standing.supersededBy,
      issuedAt: issuedAt.toISOString(),
    })),
    next: rows.length > PAGE_SIZE ? (items.at(-1)?.id ?? null) : null,
  };
}

export async function downloadDocument(deps: DocumentDeps, id: number): Promise<MailFile> {
  const document = await findDocument(deps.pool, id);
  if (!document) throw new AppError('not_found', 'no such document');
  return downloadOf(deps, document);
}

export function revokeByNumber(
  pool: pg.Pool,
  admin: SignedInAdmin,
  { number, reason }: { number: string; reason: string },
  origin: Origin,
): Promise<Outcome> {
  return withTransaction(pool, async (db) => {
    const id = await idOfNumber(db, number.toUpperCase());
    if (id === null) return refused('admin.documents.unknownNumber', 'number');
    if (!(await revokeDocument(db, id, reason, admin.id, origin)))
      return refused('admin.documents.alreadyRevoked', 'number');
    return done('admin.documents.revoked');
  });
}

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
