import {
  type Columns,
  execute,
  type Queryable,
  query,
  queryAny,
  queryColumn,
  queryFirst,
  queryValue,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
import type { DocumentFiles, IssuedDocuments } from '#lib/server/database/rows.ts';
import { isNotResting } from '#lib/server/jobs/job-runs.ts';
import { exactTime, type SealedLog } from '#lib/server/seals/seal-store.ts';
import type { DocumentKind, EndReason } from '../model/document.ts';

/** The chain tells which documents were issued before a key was compromised. */
export const SEALED_DOCUMENTS: SealedLog = {
  chain: 'documents',
  table: 'issued_documents',
  columns: `kind, number, code, subject_kind, subject_id, occasion, locale, claims, paper, signed, kid,
    encode(signature, 'hex') as signature, supersedes, bank_account_version, issued_on::text as issued_on, ${exactTime('issued_at')} as issued_at`,
};

export type StoredDocument = Columns<
  IssuedDocuments,
  | 'id'
  | 'number'
  | 'code'
  | 'subject_kind'
  | 'subject_id'
  | 'occasion'
  | 'locale'
  | 'claims'
  | 'paper'
  | 'signed'
  | 'kid'
  | 'signature'
  | 'supersedes'
  | 'bank_account_version'
  | 'issued_at'
> & { kind: DocumentKind };

const DOCUMENT_COLUMNS = `d.id, d.kind, d.number, d.code, d.subject_kind as "subjectKind", d.subject_id as "subjectId", d.occasion,
  d.locale, d.claims, d.paper, d.signed, d.kid, d.signature, d.supersedes, d.bank_account_version as "bankAccountVersion",
  d.issued_at as "issuedAt"`;

type TakenNumber = { year: number; n: number; number: string; issuedAt: Date; issuedOn: string };

const TAKE = statement(`
  select year, n, number, issued_at as "issuedAt", issued_on::text as "issuedOn" from next_document_number($1, $2)`);

/** Takes the next number of a kind. Holds its series until the transaction ends, which must insert the document. */
export async function takeNumber(db: Queryable, kind: DocumentKind, timeZone: string): Promise<TakenNumber> {
  return (await rowsOf<TakenNumber>(db, TAKE, [kind, timeZone]))[0]!;
}

const INSERT = statement(`
  insert into issued_documents (kind, year, n, number, code, subject_kind, subject_id, occasion, locale, claims, paper, signed, kid,
    signature, supersedes, bank_account_version, issued_at, issued_on)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) returning id`);

export async function insertDocument(
  db: Queryable,
  taken: TakenNumber,
  document: Omit<StoredDocument, 'id' | 'number' | 'issuedAt'>,
): Promise<number> {
  const { kind, code, subjectKind, subjectId, occasion, locale, claims, paper, signed, kid, signature } = document;
  const values = [
    kind,
    taken.year,
    taken.n,
    taken.number,
    code,
    subjectKind,
    subjectId,
    occasion,
    locale,
    claims,
    paper,
  ];
  const rest = [signed, kid, signature, document.supersedes, document.bankAccountVersion];
  const [row] = await rowsOf<{ id: number }>(db, INSERT, [...values, ...rest, taken.issuedAt, taken.issuedOn]);
  return row!.id;
}

const FROM = `select ${DOCUMENT_COLUMNS} from issued_documents d`;
const BY_OCCASION = statement(`
  ${FROM} where d.kind = $1 and d.subject_kind = $2 and d.subject_id = $3 and d.occasion = $4`);
const OF_SUBJECT = statement(`
  ${FROM} where d.kind = $1 and d.subject_kind = $2 and d.subject_id = $3 order by d.id`);
const ALL_OF_SUBJECT = statement(`${FROM} where d.subject_kind = $1 and d.subject_id = $2 order by d.id`);

export const findDocument = queryFirst<StoredDocument, [id: number]>(`${FROM} where d.id = $1`);

export const findByCode = queryFirst<StoredDocument, [code: string]>(`${FROM} where d.code = $1`);

export type Subject = { kind: string; id: number };

export async function findByOccasion(
  db: Queryable,
  kind: DocumentKind,
  subject: Subject,
  occasion: string,
): Promise<StoredDocument | null> {
  return (await rowsOf<StoredDocument>(db, BY_OCCASION, [kind, subject.kind, subject.id, occasion]))[0] ?? null;
}

/** Returns the documents of a kind about a subject, the oldest first. */
export function documentsOf(db: Queryable, kind: DocumentKind, subject: Subject): Promise<StoredDocument[]> {
  return rowsOf(db, OF_SUBJECT, [kind, subject.kind, subject.id]);
}

/** Returns the documents of all kinds about a subject, the oldest first. */
export function documentsOfSubject(db: Queryable, { kind, id }: Subject): Promise<StoredDocument[]> {
  return rowsOf(db, ALL_OF_SUBJECT, [kind, id]);
}

type ListedDocument = Pick<StoredDocument, 'id' | 'kind' | 'number' | 'code' | 'bankAccountVersion'> & {
  subjectKind: string;
  subjectId: number;
  /** Null until the file is drawn. */
  sha256: string | null;
};

const OF_SUBJECTS = statement(`
  select d.id, d.kind, d.number, d.code, d.bank_account_version as "bankAccountVersion", d.subject_kind as "subjectKind",
    d.subject_id as "subjectId", encode(f.sha256, 'hex') as sha256
  from unnest($1::text[], $2::bigint[]) as s (kind, id)
  join issued_documents d on d.subject_kind = s.kind and d.subject_id = s.id
  left join document_files f on f.document_id = d.id
  where not exists (select 1 from issued_documents later where later.supersedes = d.id)
    and not exists (select 1 from document_endings e where e.document_id = d.id and e.reason in ('money', 'facts')) order by d.id`);

/** Returns the documents about several subjects that no other document replaces, without those that the next download regenerates. */
export function currentDocumentsOf(db: Queryable, subjects: Subject[]): Promise<ListedDocument[]> {
  return rowsOf(db, OF_SUBJECTS, [subjects.map(({ kind }) => kind), subjects.map(({ id }) => id)]);
}

export const documentsAfter = query<StoredDocument, [id: number, limit: number]>(
  `${FROM} where d.id > $1 order by d.id limit $2`,
);

/** With STANDING_JOINS of issued_documents d: whether a document is still to be relied on. */
const STANDING_COLUMNS = `s.number as "supersededBy", r.document_id is not null as revoked, e.reason as "endedFor",
    coalesce((d.claims::jsonb ->> 'valid_until')::timestamptz < now(), false) as expired,
    k.compromised_at is not null and d.id > k.trusted_up_to as "keyCompromised"`;
const STANDING_JOINS = `join document_keys k on k.kid = d.kid
    left join issued_documents s on s.supersedes = d.id
    left join document_revocations r on r.document_id = d.id
    left join document_endings e on e.document_id = d.id`;
const STANDING = statement(`
  select ${STANDING_COLUMNS}, f.sha256, k.public_key as "publicKey"
  from issued_documents d ${STANDING_JOINS}
    left join document_files f on f.document_id = d.id
  where d.id = $1`);

export type Standing = {
  /** The number of the document that replaces it. */
  supersededBy: string | null;
  revoked: boolean;
  /** Why the document is outdated; null if it is not. */
  endedFor: EndReason | null;
  /** The time is over for which it was valid. */
  expired: boolean;
  /** Signed with a compromised key, and not proven to be older. */
  keyCompromised: boolean;
  sha256: Buffer | null;
  publicKey: Buffer;
};

export async function standingOf(db: Queryable, id: number): Promise<Standing> {
  return (await rowsOf<Standing>(db, STANDING, [id]))[0]!;
}

/**
 * An invoice that asked for money is paid when the money of its order last came up to what the order costs, unless it went down again or the order was
 * credited with all that the invoice asks for; a refund after the completion changes nothing. A new version of the plan takes all allocations back and
 * makes them again at one time, so those of one time count as one. A pro-forma invoice is paid when it books its order.
 */
const PAID = statement(`
  select case when d.kind = 'pro_forma' then (select e.ended_at from document_endings e where e.document_id = d.id and e.reason = 'booked')
    when d.kind = 'invoice' and (d.claims::jsonb -> 'paid_cents') <> (d.claims::jsonb -> 'total_cents')
      and (o.life = 'completed' or o.life = 'active' and m.received_cents + m.shortfall_cents >= m.owed_cents)
      and (d.claims::jsonb ->> 'total_cents')::bigint > (
        select coalesce(sum((c.claims::jsonb ->> 'total_cents')::bigint), 0) from issued_documents c
        where c.kind = 'credit_note' and c.subject_kind = 'order' and c.subject_id = o.id and c.id > d.id
          and (o.ended_at is null or c.issued_at < o.ended_at))
    then (
      select max(a.at) from (
        select at, sum(cents) as cents, sum(sum(cents)) over (order by at) as total from allocations where order_id = o.id group by at
      ) as a
      where a.at >= d.issued_at and a.total >= m.owed_cents and a.total - a.cents < m.owed_cents) end as "paidAt"
  from issued_documents d join orders o on o.id = d.subject_id join order_money m on m.order_id = o.id
  where d.id = $1 and d.subject_kind = 'order'`);

/** Returns when what a document asks for was paid after its issue; null if it was not, or asked for nothing. */
export async function paidAtOf(db: Queryable, id: number): Promise<Date | null> {
  return (await rowsOf<{ paidAt: Date | null }>(db, PAID, [id]))[0]?.paidAt ?? null;
}

/** Returns why a document is outdated; null if it is not. */
export const endedFor = queryValue<EndReason, [id: number]>(
  'select reason from document_endings where document_id = $1',
);

/** Returns false if the document was revoked before. */
export const insertRevocation = queryAny<[id: number, reason: string, by: number | null]>(`
  insert into document_revocations (document_id, reason, revoked_by) values ($1, $2, $3) on conflict do nothing returning document_id`);

export type DocumentFile = Columns<DocumentFiles, 'pdf' | 'sha256'>;

const STORE = statement(`
  insert into document_files (document_id, pdf, sha256) values ($1, $2, $3) on conflict (document_id) do nothing`);
const RENDERED = statement('delete from documents_to_render where document_id = $1');

export const findFile = queryFirst<DocumentFile, [id: number]>(
  'select pdf, sha256 from document_files where document_id = $1',
);

/** Stores a file. Does nothing if another process stored it first. */
export async function insertFile(db: Queryable, id: number, { pdf, sha256 }: DocumentFile): Promise<void> {
  await rowsOf(db, STORE, [id, pdf, sha256]);
  await rowsOf(db, RENDERED, [id]);
}

export const findByHash = queryFirst<StoredDocument, [sha256: Buffer]>(`
  select ${DOCUMENT_COLUMNS} from issued_documents d join document_files f on f.document_id = d.id where f.sha256 = $1`);

/** Returns the number of a receipt from before documents were signed. */
export const findOldNumber = queryValue<string, [sha256: Buffer]>(
  'select number from documents where sha256(pdf) = $1',
);

/**
 * Leases documents without a file, the longest due first, for at least 30 seconds, and longer after each attempt. Leaves out
 * those that were issued in the last `graceS` seconds.
 */
export const claimToRender = queryColumn<number, [limit: number, graceS: number]>(`
  with due as (
    select document_id, due_at from documents_to_render where due_at <= now() - make_interval(secs => $2)
      and ${isNotResting('documents', 'document_id')}
    order by due_at limit $1 for update skip locked),
  claimed as (
    update documents_to_render r set attempts = attempts + 1,
      due_at = now() + make_interval(secs => least(3600, 30 * 2 ^ least(attempts, 10)))
    from due where r.document_id = due.document_id returning r.document_id)
  select document_id as id from claimed join due using (document_id) order by due.due_at`);

/** Ends leases of documents that were not begun. */
export const handBackToRender = execute<[ids: number[]]>(`
  update documents_to_render set due_at = now(), attempts = greatest(0, attempts - 1)
  where document_id = any($1::bigint[]) and due_at > now()`);

type ListedRow = Columns<IssuedDocuments, 'id' | 'number' | 'code' | 'subject_kind' | 'subject_id' | 'issued_at'> & {
  kind: DocumentKind;
} & Pick<Standing, 'supersededBy' | 'revoked' | 'keyCompromised' | 'endedFor' | 'expired'>;

const LIST = statement(`
  select d.id, d.kind, d.number, d.code, d.subject_kind as "subjectKind", d.subject_id as "subjectId", d.issued_at as "issuedAt",
    ${STANDING_COLUMNS}
  from issued_documents d ${STANDING_JOINS}
  where ($1::text is null or d.number = $1 or d.code = $2) and ($3::bigint is null or d.id < $3)
  order by d.id desc limit $4`);

type Search = { number: string | null; code: string | null; before: number | null };

export function findDocuments(db: Queryable, { number, code, before }: Search, limit: number): Promise<ListedRow[]> {
  return rowsOf(db, LIST, [number, code, before, limit]);
}

export const idOfNumber = queryValue<number, [number: string]>('select id from issued_documents where number = $1');
