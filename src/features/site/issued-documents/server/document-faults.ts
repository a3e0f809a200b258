import { createHash } from 'node:crypto';
import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import { fileBytesToSign, readTrailer, TRAILER_LENGTH } from '../model/signature-encoding.ts';
import { readKeys } from './document-key-store.ts';
import { isSignedBy } from './document-keys.ts';
import { documentsAfter, findFile, type StoredDocument } from './document-store.ts';
import { isAsSigned } from './verify-document.ts';

type DocumentFindings = {
  documents: number;
  files: number;
  /** One sentence per fault. */
  faults: string[];
};

const BATCH = 100;
const MAX_FAULTS = 20;

/** Checks numbers, signatures and stored files of all documents. Stops after 20 faults. */
export async function findDocumentFaults(db: Queryable): Promise<DocumentFindings> {
  const keys = new Map((await readKeys(db)).map(({ kid, publicKey }) => [kid, publicKey]));
  const found: DocumentFindings = { documents: 0, files: 0, faults: await numberFaults(db) };
  for (let after = 0; found.faults.length < MAX_FAULTS; ) {
    const documents = await documentsAfter(db, after, BATCH);
    for (const document of documents) {
      const publicKey = keys.get(document.kid);
      if (!publicKey || !isAsSigned(document, publicKey))
        found.faults.push(`${document.number} is not as it was signed`);
      const file = await findFile(db, document.id);
      const fault = file && fileFault(document, file.pdf, file.sha256, keys);
      if (fault) found.faults.push(`the file of ${document.number} ${fault}`);
      if (file) found.files += 1;
      found.documents += 1;
      after = document.id;
    }
    if (documents.length < BATCH) break;
  }
  return found;
}

function fileFault(document: StoredDocument, pdf: Buffer, sha256: Buffer, keys: Map<string, Buffer>): string | null {
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes);
  if (!hash(pdf).digest().equals(sha256)) return 'does not have its hash';
  const trailer = readTrailer(pdf);
  const publicKey = trailer && keys.get(trailer.kid);
  if (!trailer || !publicKey || trailer.code !== document.code) return 'has no signature';
  const body = hash(pdf.subarray(0, -TRAILER_LENGTH)).digest('hex');
  return isSignedBy(publicKey, fileBytesToSign(trailer, body), trailer.signature) ? null : 'has a wrong signature';
}

const GAPS = statement(`
  select kind, year, count(*)::int as documents, max(n) as last from issued_documents
  group by kind, year having count(*) <> max(n) or min(n) <> 1 order by kind, year`);
const BEHIND = statement(`
  select s.kind, s.year, s.last from document_series s
  where s.last <> (select coalesce(max(n), 0) from issued_documents d where d.kind = s.kind and d.year = s.year)`);

async function numberFaults(db: Queryable): Promise<string[]> {
  type Row = { kind: string; year: number; documents: number; last: number };
  const gaps = await rowsOf<Row>(db, GAPS, []);
  const behind = await rowsOf<Row>(db, BEHIND, []);
  return [
    ...gaps.map(({ kind, year, documents, last }) => `${kind} ${year} has ${documents} documents up to number ${last}`),
    ...behind.map(({ kind, year, last }) => `the series ${kind} ${year} says ${last}, which is not its last document`),
  ];
}
