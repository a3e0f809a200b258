import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { pdfPages } from '../../../../../tests/support/site/documents/pdf-text.ts';
import { receiptRequest, testDocuments } from '../../../../../tests/support/site/documents/test-documents.ts';
import { fileBytesToSign, readFragment, readTrailer, TRAILER_LENGTH } from '../model/signature-encoding.ts';
import { figuresOf } from '../model/signed-text.ts';
import { readKeys } from './document-key-store.ts';
import { isSignedBy, registerDocumentKeys } from './document-keys.ts';
import { findDocument } from './document-store.ts';
import { issueDocument } from './issue-document.ts';
import { documentFile, renderDue } from './render-document.ts';

const { pool } = await testDatabase();
const deps = testDocuments(pool);
let subject = 0;
const issue = () => withTransaction(pool, (db) => issueDocument(db, deps, receiptRequest(++subject)));
const fail = (error: unknown) => {
  throw error;
};
const waiting = async () =>
  (await pool.query('select document_id from documents_to_render order by 1')).rows.map(
    ({ document_id }) => document_id,
  );
const filesOf = async (id: number) =>
  (await pool.query('select pdf from document_files where document_id = $1', [id])).rows;

beforeAll(async () => {
  await registerDocumentKeys(pool, deps.keys);
});

test('a document whose process died after the commit is rendered by the next worker, once', async () => {
  const { id } = await issue();
  expect(await filesOf(id)).toEqual([]);
  const later = testDocuments(pool);
  await renderDue(later, fail, 60);
  expect(await filesOf(id)).toEqual([]);
  await renderDue(later, fail);
  const [stored] = await filesOf(id);
  expect((await pdfPages(stored.pdf)).join(' ')).toContain('2022 BYD Seal');
  expect(await waiting()).not.toContain(id);
  await renderDue(later, fail);
  expect(await filesOf(id)).toEqual([stored]);
});

test('a worker that stops hands back the documents that it has not begun', async () => {
  const [first, second] = [await issue(), await issue()];
  await pool.query('update documents_to_render set due_at = now() - make_interval(secs => 100 - document_id)');
  const stopping = new AbortController();
  const run = { stopping: stopping.signal, onError: fail, lease: (change: number) => change < 0 && stopping.abort() };
  await renderDue(deps, fail, 0, run);
  expect([(await filesOf(first.id)).length, (await filesOf(second.id)).length]).toEqual([1, 0]);
  await renderDue(deps, fail);
  expect((await filesOf(second.id)).length).toBe(1);
});

test('a download before the worker stores the file, and the worker keeps it', async () => {
  const document = await issue();
  const [one, two] = await Promise.all([documentFile(deps, document), documentFile(deps, document)]);
  expect(one.pdf.equals(two.pdf)).toBe(true);
  expect(await waiting()).not.toContain(document.id);
  await renderDue(deps, fail);
  expect((await documentFile(deps, document)).pdf.equals(one.pdf)).toBe(true);
});

test('the same document is drawn to the same bytes in any process', async () => {
  const document = await issue();
  const first = await documentFile(deps, document);
  await pool.query('alter table document_files disable trigger user');
  await pool.query('delete from document_files where document_id = $1', [document.id]);
  await pool.query('alter table document_files enable trigger user');
  const again = await documentFile(testDocuments(pool), (await findDocument(pool, document.id))!);
  expect(again.sha256.equals(first.sha256)).toBe(true);
});

test('a failed rendering is reported, leaves nothing behind and is tried again later', async () => {
  const { id } = await issue();
  const errors: unknown[] = [];
  await renderDue({ ...deps, siteOrigin: 'no address' }, (error) => errors.push(error));
  expect(errors).toHaveLength(1);
  expect([await filesOf(id), await waiting()]).toEqual([[], [id]]);
  await renderDue(deps, fail);
  expect(await filesOf(id)).toEqual([]);
  await pool.query('update documents_to_render set due_at = now(); delete from work_failures');
  await renderDue(deps, fail);
  expect(await filesOf(id)).toHaveLength(1);
});

test('the file ends with a signature of all bytes before it, which fails for any changed byte', async () => {
  const document = await issue();
  const { pdf } = await documentFile(deps, document);
  const [key] = await readKeys(pool);
  const isSigned = (bytes: Buffer) => {
    const trailer = readTrailer(bytes);
    const hash = createHash('sha256').update(bytes.subarray(0, -TRAILER_LENGTH)).digest('hex');
    return trailer !== null && isSignedBy(key!.publicKey, fileBytesToSign(trailer, hash), trailer.signature);
  };
  expect(isSigned(pdf)).toBe(true);
  expect(isSigned(pdf.subarray(0, -1))).toBe(false);
  expect(isSigned(Buffer.concat([pdf, Buffer.from('\n')]))).toBe(false);
  const changed = Buffer.from(pdf);
  const unnoticed: number[] = [];
  // Each hash reads the whole file, so of the bytes before the trailer a sample.
  const step = (at: number) => (at < pdf.length - TRAILER_LENGTH ? 7 : 1);
  for (let at = 0; at < pdf.length; at += step(at)) {
    changed[at]! ^= 1 << (at % 8);
    if (isSigned(changed)) unnoticed.push(at);
    changed[at] = pdf[at]!;
  }
  expect(unnoticed).toEqual([]);
}, 120_000);

test('the QR code holds figures that are signed', async () => {
  const { signed, signature, number } = await issue();
  const read = readFragment(`#${Buffer.from(signed).toString('base64url')}.${signature.toString('base64url')}`);
  expect(read?.signed).toBe(signed);
  expect(figuresOf(signed)).toMatchObject({
    number,
    total_cents: 2_028_000,
    car: '2022 BYD Seal',
    vinEnd: '123456',
    party: 'A. O.',
  });
  for (const broken of ['', '#', '#abc', `#${'a'.repeat(20)}.${'b'.repeat(85)}`, '#%.%'])
    expect(readFragment(broken)).toBeNull();
  for (const other of ['', '{}', '[2]', '[1,2]', 'null']) expect(figuresOf(other)).toBeNull();
});

test('files refuse changes and wrong hashes', async () => {
  const document = await issue();
  await documentFile(deps, document);
  for (const change of ["update document_files set pdf = 'x'", 'delete from document_files', 'truncate document_files'])
    await expect(pool.query(change)).rejects.toThrow('append-only');
  const other = await issue();
  await expect(
    pool.query("insert into document_files (document_id, pdf, sha256) values ($1, 'a', sha256('b'))", [other.id]),
  ).rejects.toThrow('hash_of_pdf');
});
