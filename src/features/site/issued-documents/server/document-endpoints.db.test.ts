import { beforeEach, expect, test } from 'vitest';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { getJson, postForm, testApp } from '../../../../../tests/support/server/test-app.ts';
import { receiptRequest, testDocuments } from '../../../../../tests/support/site/documents/test-documents.ts';
import { revokeDocument } from '../admin/server/admin-documents.ts';
import { issueDocument } from './issue-document.ts';
import { documentFile } from './render-document.ts';

const { pool } = await testDatabase();
const app = await testApp(pool);
const deps = testDocuments(pool);
let subject = 0;

const issue = (change = {}) =>
  withTransaction(pool, (db) => issueDocument(db, deps, receiptRequest(++subject, change)));
const read = (code: string) => getJson(app, `/api/verify/${encodeURIComponent(code)}`);
const send = (bytes: Uint8Array, name = 'receipt.pdf') =>
  postForm(app, '/api/verify', [['file', new File([new Uint8Array(bytes)], name)]]);

beforeEach(() => pool.query('delete from request_counts'));

test('a code shows the figures that are on the paper, and no name, address or transaction', async () => {
  const document = await issue();
  const { status, body } = await read(document.code);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    number: document.number,
    state: 'valid',
    superseded_by: null,
    account_notice: null,
    sha256: null,
    claims: {
      issuer: 'CarQuay Ltd',
      total_cents: 2_028_000,
      paid_cents: 507_000,
      cars: [{ name: '2022 BYD Seal', vin_end: '123456' }],
    },
  });
  for (const secret of ['Amina', 'LGXCE4CB0', 'TR1772719620000', '4242', 'Harbour Street'])
    expect(JSON.stringify(body)).not.toContain(secret);
  const { sha256 } = await documentFile(deps, document);
  expect((await read(document.code)).body.sha256).toBe(sha256.toString('hex'));
});

test('reads a code as people type it, and no other', async () => {
  const { code, number } = await issue();
  const typed = `${code.slice(0, 5)}-${code.slice(5)}`.toLowerCase().replace(/0/g, 'o').replace(/1/g, 'l');
  expect((await read(` ${typed} `)).body.number).toBe(number);
  for (const other of ['0000000000', 'x', "' or 1=1", '0'.repeat(40)])
    expect(await read(other)).toMatchObject({ status: 404, body: { flag: '0' } });
});

test('says which document replaces it, and that it was revoked', async () => {
  const first = await issue();
  const second = await issue({ occasion: 'revision 2', replaces: { id: first.id, number: first.number } });
  expect((await read(first.code)).body).toMatchObject({ state: 'superseded', superseded_by: second.number });
  expect((await read(second.code)).body).toMatchObject({ state: 'valid', claims: { replaces: first.number } });
  const { id } = await signInAdmin(pool);
  const revoke = () =>
    withTransaction(pool, (db) =>
      revokeDocument(db, second.id, 'Issued for the wrong car.', id, { ip: '', requestId: '', userAgent: '' }),
    );
  expect(await revoke()).toBe(true);
  expect((await read(second.code)).body.state).toBe('revoked');
  expect(await revoke()).toBe(false);
  await expect(issue({ occasion: 'again', replaces: { id: first.id, number: first.number } })).rejects.toMatchObject({
    code: '23505',
  });
});

test('the issued file is identical; a changed or saved one is not, and names the figures to compare', async () => {
  const document = await issue();
  const { pdf } = await documentFile(deps, document);
  expect((await send(pdf)).body).toMatchObject({ result: 'identical', number: document.number, state: 'valid' });
  const changes = [0, 9, 1_000, pdf.length - 200, pdf.length - 2].map((at) => {
    const changed = Buffer.from(pdf);
    changed[at]! ^= 1;
    return changed;
  });
  // Without its last line, as a program leaves it that saves the file again; and behind other bytes, across two chunks of the search.
  const saved = [
    pdf.subarray(0, -200),
    Buffer.concat([Buffer.alloc(256 * 1024 - pdf.indexOf('carquay-document:') - 8), pdf, Buffer.from('x')]),
  ];
  for (const file of [...changes, ...saved])
    expect((await send(file)).body).toMatchObject({
      result: 'not_identical',
      number: document.number,
      claims: { total_cents: 2_028_000 },
    });
});

test('a file that names no document of ours is unknown', async () => {
  const trailer = '%CQ1 code=0000000000 kid=aaaaaaaa sig=';
  const files = [
    '',
    'x',
    '%PDF-1.3',
    'carquay-document:',
    'carquay-document:0000000000',
    `${trailer}${'A'.repeat(86)}\n`,
  ];
  for (const file of files)
    expect((await send(Buffer.from(file))).body).toEqual({
      flag: '1',
      result: 'unknown',
      number: null,
      claims: null,
      state: null,
      ended_for: null,
      superseded_by: null,
      paid_at: null,
      account_notice: null,
    });
});

test('a receipt from before documents were signed is identical and has no claims', async () => {
  await pool.query(`alter table documents disable trigger user; alter table documents drop constraint documents_booking_id_fkey;
    insert into documents (kind, booking_id, revision, number, locale, facts_hash, pdf, issued_at)
    values ('receipt', 1, 1, 'R-00000001', 'en', sha256('x'), 'an old receipt', now())`);
  expect((await send(Buffer.from('an old receipt'))).body).toMatchObject({
    result: 'identical',
    number: 'R-00000001',
    claims: null,
  });
  expect((await send(Buffer.from('an old receipt.'))).body.result).toBe('unknown');
});

test('refuses more than one file, none, too large ones, and too many calls', async () => {
  expect((await postForm(app, '/api/verify', [])).status).toBe(400);
  const file = new File(['x'], 'a.pdf');
  expect(
    (
      await postForm(app, '/api/verify', [
        ['file', file],
        ['file', file],
      ])
    ).status,
  ).toBe(413);
  expect((await send(Buffer.alloc(11 * 1024 * 1024))).status).toBe(413);
  const statuses = [];
  for (let call = 0; call < 121; call++) statuses.push((await read('0000000000')).status);
  expect(statuses.at(-1)).toBe(429);
});

test('the list of keys is public and may be cached', async () => {
  const { code } = await issue();
  const { headers, body } = await getJson(app, '/.well-known/carquay-keys.json');
  expect(headers['content-type']).toContain('application/jwk-set+json');
  expect(headers['cache-control']).toContain('public');
  expect(body.keys.map(({ state, crv }: Record<string, string>) => [state, crv])).toEqual([
    ['current', 'Ed25519'],
    ['next', 'Ed25519'],
  ]);
  expect(JSON.stringify(body)).not.toContain('"d"');
  expect(body.keys.map(({ kid }: Record<string, string>) => kid)).toContain((await read(code)).body.kid);
});

test('does not show a document whose row was changed in the database', async () => {
  const document = await issue();
  await pool.query('alter table issued_documents disable trigger user');
  await pool.query("update issued_documents set claims = replace(claims, '2028000', '2028001') where id = $1", [
    document.id,
  ]);
  await pool.query('alter table issued_documents enable trigger user');
  expect((await read(document.code)).status).toBe(500);
});
