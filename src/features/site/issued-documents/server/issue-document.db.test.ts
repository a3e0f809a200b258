import { beforeAll, expect, test } from 'vitest';
import { openPool, withTransaction } from '#lib/server/database/postgres.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { afterFile } from '../../../../../tests/support/runner/after-file.ts';
import { testNow } from '../../../../../tests/support/runner/test-clock.ts';
import { receiptRequest, testDocuments } from '../../../../../tests/support/site/documents/test-documents.ts';
import { findDocumentFaults } from './document-faults.ts';
import { registerDocumentKeys } from './document-keys.ts';
import { findDocument, takeNumber } from './document-store.ts';
import { issueDocument } from './issue-document.ts';

const { pool, url } = await testDatabase();
const deps = testDocuments(pool);
let subject = 0;

const issue = (change = {}, zone = 'UTC') =>
  withTransaction(pool, (db) => issueDocument(db, { ...deps, timeZone: zone }, receiptRequest(++subject, change)));
const series = async (kind = 'receipt') =>
  (await pool.query('select year, last, last_on::text as on from document_series where kind = $1', [kind])).rows[0];
const year = testNow().getUTCFullYear();

beforeAll(async () => {
  await registerDocumentKeys(pool, deps.keys);
});

test('20 concurrent issuers that roll back every third document leave no gap and no twin, and dates in the order of numbers', async () => {
  const crowd = await openPool(url, { max: 20 });
  afterFile(() => crowd.end());
  const numbers: string[] = [];
  const issueDozen = async (issuer: number) => {
    for (let at = 0; at < 12; at++) {
      const issuing = withTransaction(crowd, async (db) => {
        const { number } = await issueDocument(db, deps, receiptRequest(10_000 + issuer * 12 + at));
        if (at % 3 === 0) throw new Error('rolled back');
        return number;
      });
      if (at % 3 === 0) await expect(issuing).rejects.toThrow('rolled back');
      else numbers.push(await issuing);
    }
  };
  await Promise.all(Array.from({ length: 20 }, (_, issuer) => issueDozen(issuer)));
  expect(numbers).toHaveLength(160);
  const { rows } = await pool.query(
    "select n, number, issued_at from issued_documents where kind = 'receipt' order by n",
  );
  expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 160 }, (_, at) => at + 1));
  expect(rows.map(({ number }) => number).sort()).toEqual(numbers.sort());
  const times = rows.map(({ issued_at }) => issued_at.getTime());
  expect(times).toEqual([...times].sort((one, other) => one - other));
  expect((await findDocumentFaults(pool)).faults).toEqual([]);
});

test('numbers name the kind and the year, and each kind has its own sequence', async () => {
  const receipt = await issue();
  expect(receipt.number).toBe(`R-${year}-${String((await series()).last).padStart(6, '0')}`);
  const before = await series('invoice');
  expect((await issue()).number).not.toBe(receipt.number);
  expect(await series('invoice')).toEqual(before);
});

test('the same occasion of a subject gives the same document and takes no number', async () => {
  const first = await issue();
  subject -= 1;
  const { last } = await series();
  expect(await issue()).toMatchObject({ id: first.id, number: first.number });
  expect((await series()).last).toBe(last);
});

test('the database refuses a number without a document, other numbers and every change', async () => {
  await issue();
  const { last } = await series();
  await expect(withTransaction(pool, (db) => takeNumber(db, 'receipt', 'UTC'))).rejects.toThrow('without a document');
  expect((await series()).last).toBe(last);
  const copy = (
    n: string,
  ) => `insert into issued_documents (kind, year, n, number, code, subject_kind, subject_id, occasion, locale,
      claims, paper, signed, kid, signature, issued_at, issued_on)
    select kind, year, ${n}, number || 'x', '0123456789', subject_kind, 999999, occasion, locale, claims, paper, signed, kid, signature,
      issued_at, issued_on from issued_documents where kind = 'receipt' order by n desc limit 1`;
  await expect(pool.query(copy('n + 1'))).rejects.toThrow('not the number that was taken');
  await expect(pool.query(copy('n - 1'))).rejects.toThrow('not the number that was taken');
  for (const change of ['last = last + 2', 'last = last - 1', 'last = 1', 'year = year + 1', "last_on = '2001-01-01'"])
    await expect(pool.query(`update document_series set ${change} where kind = 'receipt'`), change).rejects.toThrow(
      'no gap',
    );
  for (const change of [
    'update issued_documents set n = n + 1',
    'delete from issued_documents',
    'truncate issued_documents cascade',
  ])
    await expect(pool.query(change)).rejects.toThrow('append-only');
});

test('a new year starts at 1 in the time zone of the issuer, and dates never decrease', async () => {
  const { pool: fresh } = await testDatabase();
  const other = testDocuments(fresh);
  await registerDocumentKeys(fresh, other.keys);
  const issueIn = (zone: string) =>
    withTransaction(fresh, (db) => issueDocument(db, { ...other, timeZone: zone }, receiptRequest(++subject)));
  await fresh.query('alter table document_series disable trigger user');
  await fresh.query("update document_series set year = 2019, last = 7, last_on = '2019-12-31' where kind = 'receipt'");
  await fresh.query('alter table document_series enable trigger user');
  expect((await issueIn('UTC')).number).toBe(`R-${year}-000001`);
  // Kiritimati and Pago Pago are 25 hours apart, so their dates always differ.
  const east = await issueIn('Pacific/Kiritimati');
  const { rows } = await fresh.query("select (now() at time zone 'Pacific/Kiritimati')::date::text as day");
  expect(JSON.parse(east.claims)).toMatchObject({ issued_on: rows[0].day, time_zone: 'Pacific/Kiritimati' });
  expect(JSON.parse((await issueIn('Pacific/Pago_Pago')).claims).issued_on).toBe(rows[0].day);
});

test('the stored row is what was signed; a change of any part is found', async () => {
  const { id } = await issue();
  const row = (await findDocument(pool, id))!;
  expect(JSON.parse(row.claims).number).toBe(row.number);
  for (const column of ['claims', 'paper', 'signed']) {
    await pool.query('alter table issued_documents disable trigger issued_documents_stay');
    await pool.query(`update issued_documents set ${column} = replace(${column}, '507000', '507001') where id = $1`, [
      id,
    ]);
    expect((await findDocumentFaults(pool)).faults).toContain(`${row.number} is not as it was signed`);
    await pool.query(`update issued_documents set ${column} = replace(${column}, '507001', '507000') where id = $1`, [
      id,
    ]);
    await pool.query('alter table issued_documents enable trigger issued_documents_stay');
    expect((await findDocumentFaults(pool)).faults).not.toContain(`${row.number} is not as it was signed`);
  }
});
