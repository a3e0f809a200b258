import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { actingSystem, audit } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Config } from '#lib/server/config/config.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import { appendKey, createKeyFile, newKey, readKeyFile } from '#lib/server/secrets/key-file.ts';
import {
  compromise,
  currentKid,
  insertKey,
  type KeyRow,
  lockKeys,
  readKeys,
  retireKey,
  startKey,
} from './document-key-store.ts';
import { SEALED_DOCUMENTS } from './document-store.ts';

type KeyConfig = Pick<Config, 'dataDir' | 'documentKeys'>;
type PrivateKey = { kid: string; publicKey: Buffer; key: KeyObject };

/** The DER encoding of an Ed25519 private key before its 32 bytes (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const KID_LENGTH = 8;

/** File with a private key per line, the oldest first. */
export const documentKeyFile = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'document-signing.key');

/** The beginning of the thumbprint of a public key (RFC 7638). */
function kidOf(publicKey: Buffer): string {
  const members = JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x: publicKey.toString('base64url') });
  return createHash('sha256').update(members).digest('base64url').slice(0, KID_LENGTH);
}

function privateKeyOf(base64: string): PrivateKey {
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, Buffer.from(base64, 'base64')]),
    format: 'der',
    type: 'pkcs8',
  });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  const publicKey = Buffer.from(x, 'base64url');
  return { kid: kidOf(publicKey), publicKey, key };
}

export function isSignedBy(publicKey: Buffer, bytes: Uint8Array, signature: Uint8Array): boolean {
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') },
    format: 'jwk',
  });
  return verify(null, bytes, key, signature);
}

/**
 * The private keys that sign documents: those of DOCUMENT_KEYS and of the key file. Without both, creates the file with
 * a current and a next key. Which of them is current is in the table `document_keys`.
 */
export class DocumentKeys {
  readonly #config: KeyConfig;
  #keys: Map<string, PrivateKey>;

  constructor(config: KeyConfig) {
    this.#config = config;
    const file = documentKeyFile(config);
    if (config.documentKeys.length === 0 && !existsSync(file)) createKeyFile(file, 2);
    this.#keys = this.#read();
  }

  /** The public halves, the oldest first. */
  all(): Pick<PrivateKey, 'kid' | 'publicKey'>[] {
    return [...this.#keys.values()];
  }

  has(kid: string): boolean {
    return this.#keys.has(kid);
  }

  /** Reads the keys again if one is unknown, because another process may have added it. Throws if it stays unknown. */
  sign(kid: string, bytes: Uint8Array): Buffer {
    if (!this.#keys.has(kid)) this.#keys = this.#read();
    const found = this.#keys.get(kid);
    if (!found) throw new AppError('overloaded', `the private half of the document key ${kid} is missing`);
    return sign(null, bytes, found.key);
  }

  /** Adds a new key to the file. Returns false if the keys come from the settings. */
  addNew(): boolean {
    if (this.#config.documentKeys.length > 0) return false;
    appendKey(documentKeyFile(this.#config), newKey());
    this.#keys = this.#read();
    return true;
  }

  #read(): Map<string, PrivateKey> {
    const file = documentKeyFile(this.#config);
    const texts = [...(existsSync(file) ? readKeyFile(file) : []), ...this.#config.documentKeys];
    return new Map(texts.map(privateKeyOf).map((key) => [key.kid, key]));
  }
}

const COMMAND = { ip: '', requestId: '', userAgent: '' };

/**
 * Records the public halves of the keys. The first key of an installation becomes current, another one next. Returns a
 * warning if documents cannot be signed. Idempotent.
 */
export function registerDocumentKeys(pool: pg.Pool, keys: DocumentKeys): Promise<string | null> {
  return withTransaction(pool, async (db) => {
    await lockKeys(db);
    await registerNew(db, keys);
    const current = (await readKeys(db)).find(({ state }) => state === 'current');
    if (current && keys.has(current.kid)) return null;
    return current
      ? `The private half of the document key ${current.kid} is missing: no documents can be issued. Restore document-signing.key in DATA_DIR, or DOCUMENT_KEYS.`
      : 'There is no current document key: no documents can be issued. Add a key to DOCUMENT_KEYS.';
  });
}

/** Records keys that the database does not know, as far as it has no current or no next key. The caller locks the keys. */
async function registerNew(db: Queryable, keys: DocumentKeys): Promise<void> {
  const known = await readKeys(db);
  const states = new Set(known.map(({ state }) => state));
  for (const { kid, publicKey } of keys.all()) {
    if (known.some((row) => row.kid === kid)) continue;
    const state = states.has('current') ? 'next' : 'current';
    if (states.has(state)) return;
    states.add(state);
    await insertKey(db, kid, publicKey, state === 'current');
    await auditKey(db, 'document key added', { kid, state });
  }
}

/** Returns the current key. Throws `overloaded` if there is none, not even a new one. */
export async function signingKid(db: Queryable, keys: DocumentKeys): Promise<string> {
  const kid = await currentKid(db);
  if (kid !== null) return kid;
  await lockKeys(db);
  await registerNew(db, keys);
  const registered = await currentKid(db);
  if (registered === null) throw new AppError('overloaded', 'there is no current document key');
  return registered;
}

/** Makes the next key current and adds a new next one. Documents signed before stay valid. */
export function rotateDocumentKeys(pool: pg.Pool, keys: DocumentKeys): Promise<KeyRow[]> {
  return withTransaction(pool, async (db) => {
    await lockKeys(db);
    const rows = await readKeys(db);
    const current = rows.find(({ state }) => state === 'current');
    if (current) await retireKey(db, current.kid);
    if (!(await startNext(db, keys, rows)))
      throw new AppError('conflict', 'There is no next key. Add one at the end of DOCUMENT_KEYS and restart the site.');
    return readKeys(db);
  });
}

/**
 * Marks a key as compromised since a time. Documents that were sealed before stay valid. If it is the current key, the
 * next one takes its place.
 */
export function compromiseDocumentKey(pool: pg.Pool, keys: DocumentKeys, kid: string, since: Date): Promise<KeyRow[]> {
  return withTransaction(pool, async (db) => {
    await lockKeys(db);
    const rows = await readKeys(db);
    const key = rows.find((row) => row.kid === kid);
    if (!key || key.state === 'compromised') throw new AppError('not_found', `no valid key ${kid}`);
    const trustedUpTo = await compromise(db, kid, since, SEALED_DOCUMENTS.chain);
    await auditKey(db, 'document key compromised', { kid, since: since.toISOString(), trustedUpTo });
    if (key.state === 'current') await startNext(db, keys, rows);
    return readKeys(db);
  });
}

/** Returns false if there is no next key whose private half is known. */
async function startNext(db: Queryable, keys: DocumentKeys, rows: KeyRow[]): Promise<boolean> {
  const next = rows.find(({ state }) => state === 'next');
  if (!next || !keys.has(next.kid)) return false;
  await startKey(db, next.kid);
  await auditKey(db, 'document key rotated', { kid: next.kid });
  keys.addNew();
  await registerNew(db, keys);
  return true;
}

function auditKey(
  db: Queryable,
  action: 'document key added' | 'document key rotated' | 'document key compromised',
  details: Record<string, unknown>,
): Promise<void> {
  return audit(db, COMMAND, { actor: actingSystem, action, details });
}
