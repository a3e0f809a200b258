import type pg from 'pg';
import { actingSystem, audit } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
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
import type { DocumentKeys } from './document-keys.ts';
import { SEALED_DOCUMENTS } from './document-store.ts';

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
