import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { sealLog } from '#lib/server/seals/seal-log.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { scratchFolder } from '../../../../../tests/support/runner/scratch-folder.ts';
import { testNow } from '../../../../../tests/support/runner/test-clock.ts';
import { receiptRequest } from '../../../../../tests/support/site/documents/test-documents.ts';
import { findDocumentFaults } from './document-faults.ts';
import { readKeys } from './document-key-store.ts';
import {
  compromiseDocumentKey,
  DocumentKeys,
  documentKeyFile,
  registerDocumentKeys,
  rotateDocumentKeys,
} from './document-keys.ts';
import { SEALED_DOCUMENTS } from './document-store.ts';
import { issueDocument } from './issue-document.ts';
import { verifyCode } from './verify-document.ts';

let subject = 0;

/** A database with the keys of a new installation, which are in a file. */
async function installation() {
  const { pool } = await testDatabase();
  const dataDir = await scratchFolder();
  const keys = new DocumentKeys({ dataDir, documentKeys: [] });
  expect(await registerDocumentKeys(pool, keys)).toBeNull();
  const issue = (by = keys) =>
    withTransaction(pool, (db) => issueDocument(db, { keys: by, timeZone: 'UTC' }, receiptRequest(++subject)));
  const states = async () => (await readKeys(pool)).map(({ state }) => state);
  const stateOf = async ({ code }: { code: string }) => (await verifyCode(pool, code)).state;
  return { pool, dataDir, keys, issue, states, stateOf };
}

test('creates a current and a next key that only the user of the site can read, and uses them from then on', async () => {
  const { pool, dataDir, keys, states, issue } = await installation();
  const file = documentKeyFile({ dataDir });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await states()).toEqual(['current', 'next']);
  expect(new DocumentKeys({ dataDir, documentKeys: [] }).all()).toEqual(keys.all());
  await registerDocumentKeys(pool, keys);
  expect(await states()).toEqual(['current', 'next']);
  expect((await issue()).kid).toBe(keys.all()[0]?.kid);
  const { rows } = await pool.query(
    "select details->>'state' as state from audit_log where action = 'document key added' order by id",
  );
  expect(rows).toEqual([{ state: 'current' }, { state: 'next' }]);
});

test('prefers no place: keys of the settings and of the file sign; those of the settings create no file', async () => {
  const dataDir = await scratchFolder();
  const key = Buffer.alloc(32, 7).toString('base64');
  const keys = new DocumentKeys({ dataDir, documentKeys: [key] });
  expect(() => statSync(documentKeyFile({ dataDir }))).toThrow();
  expect(keys.all()).toHaveLength(1);
  expect(keys.addNew()).toBe(false);
  writeFileSync(documentKeyFile({ dataDir }), `${Buffer.alloc(32, 8).toString('base64')}\n`);
  expect(new DocumentKeys({ dataDir, documentKeys: [key] }).all()).toHaveLength(2);
});

test('after a rotation the next key signs, also in a process that runs on, and older documents stay valid', async () => {
  const { pool, dataDir, keys, issue, states, stateOf } = await installation();
  const running = new DocumentKeys({ dataDir, documentKeys: [] });
  const before = await issue();
  await rotateDocumentKeys(pool, keys);
  await rotateDocumentKeys(pool, keys);
  expect(await states()).toEqual(['retired', 'retired', 'current', 'next']);
  const after = await issue(running);
  expect(after.kid).not.toBe(before.kid);
  expect([await stateOf(before), await stateOf(after)]).toEqual(['valid', 'valid']);
  expect((await findDocumentFaults(pool)).faults).toEqual([]);
  expect(readFileSync(documentKeyFile({ dataDir }), 'utf8').trim().split('\n')).toHaveLength(4);
});

test('a compromised key verifies only documents that were sealed before, and signs no more', async () => {
  const { pool, keys, issue, states, stateOf } = await installation();
  const sealed = await issue();
  await sealLog(pool, SEALED_DOCUMENTS);
  const since = testNow();
  const forged = await issue();
  await sealLog(pool, SEALED_DOCUMENTS);
  await compromiseDocumentKey(pool, keys, sealed.kid, since);
  expect([await stateOf(sealed), await stateOf(forged)]).toEqual(['valid', 'key_compromised']);
  expect(await states()).toEqual(['compromised', 'current', 'next']);
  const next = await issue();
  expect(next.kid).not.toBe(sealed.kid);
  expect(await stateOf(next)).toBe('valid');
  await expect(compromiseDocumentKey(pool, keys, sealed.kid, since)).rejects.toMatchObject({ code: 'not_found' });
});

test('without the private half of the current key no document is issued, and the start warns', async () => {
  const { pool, issue, dataDir } = await installation();
  const others = new DocumentKeys({ dataDir: await scratchFolder(), documentKeys: [] });
  expect(await registerDocumentKeys(pool, others)).toContain('Restore document-signing.key');
  await expect(issue(others)).rejects.toMatchObject({ code: 'overloaded' });
  expect((await pool.query('select last from document_series where last > 0')).rows).toEqual([]);
  expect(await registerDocumentKeys(pool, new DocumentKeys({ dataDir, documentKeys: [] }))).toBeNull();
});

test('keys only move on to their next state', async () => {
  const { pool, keys } = await installation();
  await rotateDocumentKeys(pool, keys);
  for (const change of ['retired_at = null', 'current_from = now()', "public_key = sha256('x')", "kid = 'aaaaaaaa'"])
    await expect(pool.query(`update document_keys set ${change} where retired_at is not null`), change).rejects.toThrow(
      'next state',
    );
  await expect(pool.query('delete from document_keys')).rejects.toThrow('append-only');
  await expect(pool.query('update document_keys set current_from = now() where current_from is null')).rejects.toThrow(
    'one_current',
  );
});
