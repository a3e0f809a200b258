import { expect, test } from 'vitest';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { signInAdmin } from '../../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { getJson, postJson, testApp } from '../../../../../../tests/support/server/test-app.ts';
import { receiptRequest, testDocuments } from '../../../../../../tests/support/site/documents/test-documents.ts';
import { issueDocument } from '../../server/issue-document.ts';

const { pool } = await testDatabase();
const app = await testApp(pool);
const { cookie, id: admin } = await signInAdmin(pool);
const issue = (subject: number) =>
  withTransaction(pool, (db) => issueDocument(db, testDocuments(pool), receiptRequest(subject)));
const list = async (query = '') => (await getJson(app, `/api/admin/documents${query}`, cookie)).body;
const revoke = (number: string, reason = 'Issued for the wrong car.') =>
  postJson(app, '/api/admin/documents/revocations', { number, reason }, { cookie });

test('lists documents in pages, finds them by number and code, and downloads their files', async () => {
  const issued = [];
  for (let subject = 1; subject <= 51; subject++) issued.push(await issue(subject));
  const first = await list();
  expect(first.items.map(({ number }: { number: string }) => number)).toEqual(
    issued
      .slice(1)
      .map(({ number }) => number)
      .reverse(),
  );
  expect((await list(`?before=${first.next}`)).items).toMatchObject([{ number: issued[0]?.number, state: 'valid' }]);
  for (const q of [
    issued[7]!.number.toLowerCase(),
    issued[7]!.code,
    `${issued[7]!.code.slice(0, 5)}-${issued[7]!.code.slice(5)}`,
  ])
    expect(
      (await list(`?q=${q}`)).items.map(({ id }: { id: number }) => id),
      q,
    ).toEqual([issued[7]!.id]);
  expect((await list('?q=nothing')).items).toEqual([]);
  const { headers, rawPayload } = await app.inject({
    url: `/api/admin/documents/${issued[7]!.id}/pdf`,
    headers: { cookie },
  });
  expect(headers['content-disposition']).toBe(`attachment; filename="receipt-${issued[7]!.number}.pdf"`);
  expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
});

test('revokes a document once, with a reason for the audit log', async () => {
  const { number, id, code } = await issue(100);
  expect((await revoke(number, ' ')).body.fields).toHaveProperty('reason');
  expect((await revoke('R-1999-000001')).body).toMatchObject({
    flag: '0',
    fields: { number: 'No document has this number' },
  });
  expect((await revoke(number)).body.flag).toBe('1');
  expect((await revoke(number)).body.flag).toBe('0');
  expect((await list(`?q=${number}`)).items).toMatchObject([{ state: 'revoked' }]);
  expect((await getJson(app, `/api/verify/${code}`)).body.state).toBe('revoked');
  const { rows } = await pool.query(
    "select actor_id, subject_id, details from audit_log where action = 'document revoked'",
  );
  expect(rows).toEqual([{ actor_id: admin, subject_id: id, details: { reason: 'Issued for the wrong car.' } }]);
});
