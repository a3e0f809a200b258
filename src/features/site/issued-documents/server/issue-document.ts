import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { withSortedKeys } from '#lib/server/seals/seal-digest.ts';
import { CODE_ALPHABET, CODE_LENGTH } from '../model/document.ts';
import type { IssuableKind, Papers } from '../model/papers.ts';
import { bytesToSign, signedText } from '../model/signed-text.ts';
import type { DocumentClaims } from '../model/verify-contract.ts';
import { type DocumentKeys, signingKid } from './document-keys.ts';
import { findByOccasion, insertDocument, type StoredDocument, type Subject, takeNumber } from './document-store.ts';

export type DocumentDeps = {
  pool: pg.Pool;
  keys: DocumentKeys;
  /** IANA name of the zone in which the issuer's days and years begin. */
  timeZone: string;
  /** Origin of the site, for the address in the QR code. */
  siteOrigin: string;
};

/** The figures that the caller knows before the document has a number. */
export type ClaimedFigures = Omit<DocumentClaims, 'kind' | 'number' | 'issued_on' | 'time_zone' | 'replaces'>;

export type DocumentRequest<Kind extends IssuableKind> = {
  kind: Kind;
  subject: Subject;
  /** Distinguishes documents of the same kind about the same subject. */
  occasion: string;
  locale: string;
  claims: ClaimedFigures;
  paper: Papers[Kind];
  /** The document that this one replaces. An id is missing for receipts from before documents were signed. */
  replaces?: { id: number | null; number: string };
  bankAccountVersion?: number | null;
};

/** Returns JSON with sorted keys, so equal facts have equal hashes. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(withSortedKeys(value));
}

/** SHA-256 of all that a document says, in base64url. */
export function digestOf({ claims, paper }: Pick<StoredDocument, 'claims' | 'paper'>): string {
  return createHash('sha256').update(`${claims}\n${paper}`).digest('base64url');
}

/**
 * Numbers, signs and stores a document in the caller's transaction, which must do nothing slow after it: the series stays locked until the
 * commit. Call it last; of several documents, in the order of DOCUMENT_KINDS. The PDF is rendered later. Returns the document of this
 * occasion if there is one; the caller holds a lock on the subject.
 */
export async function issueDocument<Kind extends IssuableKind>(
  db: Queryable,
  { keys, timeZone }: Pick<DocumentDeps, 'keys' | 'timeZone'>,
  request: DocumentRequest<Kind>,
): Promise<StoredDocument> {
  const { kind, subject, occasion, locale, replaces = null, bankAccountVersion = null } = request;
  const existing = await findByOccasion(db, kind, subject, occasion);
  if (existing) return existing;
  const kid = await signingKid(db, keys);
  const paper = canonicalJson(request.paper);
  const code = newCode();
  const taken = await takeNumber(db, kind, timeZone);
  const figures: DocumentClaims = {
    ...request.claims,
    kind,
    number: taken.number,
    issued_on: taken.issuedOn,
    time_zone: timeZone,
    replaces: replaces?.number ?? null,
  };
  const claims = canonicalJson(figures);
  const signed = signedText(figures, kid, digestOf({ claims, paper }));
  const document = {
    kind,
    code,
    subjectKind: subject.kind,
    subjectId: subject.id,
    occasion,
    locale,
    claims,
    paper,
    signed,
    kid,
    signature: keys.sign(kid, bytesToSign(signed)),
    supersedes: replaces?.id ?? null,
    bankAccountVersion,
  };
  const id = await insertDocument(db, taken, document);
  return { ...document, id, number: taken.number, issuedAt: taken.issuedAt };
}

/** 50 random bits. The alphabet has 32 letters, so each byte gives one without bias. */
function newCode(): string {
  return Array.from(randomBytes(CODE_LENGTH), (byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]).join('');
}
