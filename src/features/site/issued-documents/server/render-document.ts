import { createHash } from 'node:crypto';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { type Run, workInTurn } from '#lib/server/jobs/job-runs.ts';
import type { MailFile } from '#lib/server/mail/mail.ts';
import { fileBytesToSign, trailerLine } from '../model/signature-encoding.ts';
import { signingKid } from './document-keys.ts';
import {
  claimToRender,
  type DocumentFile,
  findDocument,
  findFile,
  handBackToRender,
  insertFile,
  type StoredDocument,
} from './document-store.ts';
import type { DocumentDeps } from './issue-document.ts';
import { documentPdf } from './papers/document-pdf.ts';

/** Documents per round. Drawing one blocks the event loop for some 50 ms. */
const BATCH = 4;

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes);

/** Returns the stored file of a document. Draws, signs and stores it if the worker has not come yet. */
export async function documentFile(deps: DocumentDeps, document: StoredDocument): Promise<DocumentFile> {
  const { pool } = deps;
  const stored = await findFile(pool, document.id);
  if (stored) return stored;
  const pdf = await signedFile(deps, document);
  await withTransaction(pool, (db) => insertFile(db, document.id, { pdf, sha256: sha256(pdf).digest() }));
  return (await findFile(pool, document.id))!;
}

/** Draws the PDF and appends the line that signs all bytes before it. */
async function signedFile({ pool, keys, siteOrigin }: DocumentDeps, document: StoredDocument): Promise<Buffer> {
  const { code, locale } = document;
  const kid = await withTransaction(pool, (db) => signingKid(db, keys));
  const pdf = await documentPdf(document, siteOrigin, recipientTranslator(locale));
  const signature = keys.sign(kid, fileBytesToSign({ code, kid }, sha256(pdf).digest('hex')));
  return Buffer.concat([pdf, Buffer.from(trailerLine({ code, kid, signature }))]);
}

/** A document as a download or an attachment. */
export async function downloadOf(deps: DocumentDeps, document: StoredDocument): Promise<MailFile> {
  const { pdf } = await documentFile(deps, document);
  const name = `${document.kind.replaceAll('_', '-')}-${document.number}.pdf`;
  return { name, type: 'application/pdf', content: pdf };
}

/**
 * Stores the files of documents that were issued at least `graceS` seconds ago: the issuer of a receipt usually needs its file immediately, which
 * should not be drawn twice. A document that fails is tried again later.
 */
export async function renderDue(
  deps: DocumentDeps,
  onError: (error: unknown) => void,
  graceS = 0,
  run?: Run,
): Promise<void> {
  const { pool } = deps;
  await workInTurn(await claimToRender(pool, BATCH, graceS), {
    pool,
    queue: 'documents',
    work: async (id) => {
      const document = await findDocument(pool, id);
      if (document) await documentFile(deps, document);
    },
    handBack: (ids) => handBackToRender(pool, ids),
    onError,
    run,
  });
}
