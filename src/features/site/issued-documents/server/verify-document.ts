import { open } from 'node:fs/promises';
import type pg from 'pg';
import { standingOfAccount } from '#features/site/operator/server/bank-accounts.ts';
import { AppError } from '#lib/app-error.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { UploadedFile } from '#lib/server/http/uploads/multipart.ts';
import { CODE_LENGTH, type DocumentState, readCode } from '../model/document.ts';
import { readTrailer, TRAILER_LENGTH } from '../model/signature-encoding.ts';
import { bytesToSign } from '../model/signed-text.ts';
import type { AccountNotice, CheckedFile, DocumentClaims, VerifiedDocument } from '../model/verify-contract.ts';
import { isSignedBy } from './document-keys.ts';
import {
  findByCode,
  findByHash,
  findOldNumber,
  paidAtOf,
  type Standing,
  type StoredDocument,
  standingOf,
} from './document-store.ts';
import { digestOf } from './issue-document.ts';
import { CODE_MARK } from './papers/document-pdf.ts';

/** Returns the public facts of the document with a code. Throws `not_found` for unknown codes. */
export async function verifyCode(db: Queryable, typed: string): Promise<VerifiedDocument> {
  const code = readCode(typed);
  const document = code === null ? null : await findByCode(db, code);
  if (!document) throw new AppError('not_found', 'no such document');
  const standing = await standingOf(db, document.id);
  return {
    flag: '1',
    code: document.code,
    number: document.number,
    claims: claimsOf(document, standing),
    state: stateOf(standing),
    ended_for: standing.endedFor,
    superseded_by: standing.supersededBy,
    paid_at: await paidTime(db, document),
    account_notice: await accountNoticeOf(db, document.bankAccountVersion, new Date()),
    issued_at: document.issuedAt.toISOString(),
    sha256: standing.sha256?.toString('hex') ?? null,
    signed: document.signed,
    kid: document.kid,
  };
}

async function paidTime(db: Queryable, { id }: StoredDocument): Promise<string | null> {
  return (await paidAtOf(db, id))?.toISOString() ?? null;
}

/** Throws if the row differs from what was signed: the database was changed and cannot be trusted. */
function claimsOf(document: StoredDocument, { publicKey }: Standing): DocumentClaims {
  if (!isAsSigned(document, publicKey)) throw new Error(`document ${document.number} is not as it was signed`);
  return JSON.parse(document.claims);
}

/** Returns true if the signature covers the claims and the paper of a stored document. */
export function isAsSigned(document: StoredDocument, publicKey: Buffer): boolean {
  const { signed, signature } = document;
  const parts: unknown[] = JSON.parse(signed);
  return parts.at(-1) === digestOf(document) && isSignedBy(publicKey, bytesToSign(signed), signature);
}

export function stateOf({
  supersededBy,
  revoked,
  keyCompromised,
  endedFor,
  expired,
}: Pick<Standing, 'supersededBy' | 'revoked' | 'keyCompromised' | 'endedFor' | 'expired'>): DocumentState {
  if (revoked) return 'revoked';
  if (keyCompromised) return 'key_compromised';
  if (supersededBy !== null) return 'superseded';
  if (endedFor !== null) return 'outdated';
  return expired ? 'expired' : 'valid';
}

const UNKNOWN: CheckedFile = {
  flag: '1',
  result: 'unknown',
  number: null,
  claims: null,
  state: null,
  ended_for: null,
  superseded_by: null,
  paid_at: null,
  account_notice: null,
};

/**
 * Compares a file with the stored ones. A file that is not stored, but names a document in its last line or its metadata, is not
 * identical: the caller gets the figures of that document to compare.
 */
export async function verifyFile(pool: pg.Pool, file: UploadedFile): Promise<CheckedFile> {
  const identical = await findByHash(pool, file.sha256);
  if (identical) return checked(pool, identical, 'identical');
  const old = await findOldNumber(pool, file.sha256);
  if (old !== null) return { ...UNKNOWN, result: 'identical', number: old };
  const code = await codeIn(file);
  const named = code === null ? null : await findByCode(pool, code);
  return named ? checked(pool, named, 'not_identical') : UNKNOWN;
}

async function checked(db: Queryable, document: StoredDocument, result: CheckedFile['result']): Promise<CheckedFile> {
  const standing = await standingOf(db, document.id);
  return {
    flag: '1',
    result,
    number: document.number,
    claims: claimsOf(document, standing),
    state: stateOf(standing),
    ended_for: standing.endedFor,
    superseded_by: standing.supersededBy,
    paid_at: await paidTime(db, document),
    account_notice: await accountNoticeOf(db, document.bankAccountVersion, new Date()),
  };
}

/** Returns a warning if the bank account on a document is changing or was replaced. */
export async function accountNoticeOf(db: Queryable, version: number | null, at: Date): Promise<AccountNotice> {
  if (version === null) return null;
  const { state, changesAt } = await standingOfAccount(db, version, at);
  return state === 'in_force' ? null : { state, changes_at: changesAt?.toISOString() ?? null };
}

const CHUNK = 256 * 1024;

/** The code that a file names; null if it names none. */
async function codeIn({ path, bytes }: UploadedFile): Promise<string | null> {
  const file = await open(path);
  try {
    const read = async (position: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    };
    const trailer = readTrailer(await read(Math.max(0, bytes - TRAILER_LENGTH), TRAILER_LENGTH));
    if (trailer) return trailer.code;
    // Chunks overlap to find a mark that crosses their boundary.
    for (let position = 0; position < bytes; position += CHUNK) {
      const chunk = await read(position, CHUNK + CODE_MARK.length + CODE_LENGTH);
      const mark = chunk.indexOf(CODE_MARK);
      const code =
        mark < 0 ? '' : chunk.toString('latin1', mark + CODE_MARK.length, mark + CODE_MARK.length + CODE_LENGTH);
      if (code !== '') return readCode(code);
    }
    return null;
  } finally {
    await file.close();
  }
}
