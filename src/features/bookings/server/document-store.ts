import type { Documents } from '#lib/server/database/rows.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

export type IssuedDocument = {
  kind: Documents['kind'];
  bookingId: number;
  revision: number;
  number: string;
  locale: string;
  factsHash: Buffer;
  pdf: Buffer;
  issuedAt: Date;
};

const COLUMNS = `kind, booking_id as "bookingId", revision, number, locale, facts_hash as "factsHash", pdf, issued_at as "issuedAt"`;
const NEWEST = statement(
  `select ${COLUMNS} from documents where kind = $1 and booking_id = $2 order by revision desc limit 1`,
);
const REVISION = statement(`select ${COLUMNS} from documents where kind = $1 and booking_id = $2 and revision = $3`);
const INSERT = statement(`
  insert into documents (kind, booking_id, revision, number, locale, facts_hash, pdf, issued_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (kind, booking_id, revision) do nothing`);

export async function newestDocument(
  db: Queryable,
  kind: IssuedDocument['kind'],
  bookingId: number,
): Promise<IssuedDocument | null> {
  return (await rowsOf<IssuedDocument>(db, NEWEST, [kind, bookingId]))[0] ?? null;
}

export async function findDocument(
  db: Queryable,
  kind: IssuedDocument['kind'],
  bookingId: number,
  revision: number,
): Promise<IssuedDocument | null> {
  return (await rowsOf<IssuedDocument>(db, REVISION, [kind, bookingId, revision]))[0] ?? null;
}

/** Stores a document. Does nothing if a concurrent request has issued this revision. */
export async function insertDocument(db: Queryable, document: IssuedDocument): Promise<void> {
  const { kind, bookingId, revision, number, locale, factsHash, pdf, issuedAt } = document;
  await rowsOf(db, INSERT, [kind, bookingId, revision, number, locale, factsHash, pdf, issuedAt]);
}
