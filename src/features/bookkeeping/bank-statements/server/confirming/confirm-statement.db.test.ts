import { beforeEach, expect, test } from 'vitest';
import { enterBankAccount } from '../../../../../../tests/support/bookkeeping/bank-account.ts';
import { camtFile, type Entry } from '../../../../../../tests/support/bookkeeping/camt-files.ts';
import { signInAdmin } from '../../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { getJson, postForm, postJson, testApp } from '../../../../../../tests/support/server/test-app.ts';
import { statementDifferences } from '../statement-differences.ts';

type Staff = { id: number; cookie: string };
const { pool } = await testDatabase();
const app = await testApp(pool);
await enterBankAccount(pool);
let importer: Staff;
let second: Staff;

beforeEach(async () => {
  await pool.query('delete from request_counts');
  [importer, second] = [await signInAdmin(pool, { role: 'finance' }), await signInAdmin(pool, { role: 'finance' })];
});

let files = 0;
/** Imports a file and returns the newest statement, as the person sees it. */
async function importFile(by: Staff, entries: Entry[], number = `F${++files}`) {
  const named = entries.map((entry, at) => ({ reference: `${number}-${at}`, ...entry }));
  const file = new File([new Uint8Array(camtFile({ number, entries: named }))], 'statement.xml');
  const { status, body } = await postForm(app, '/api/admin/statements', [['file', file]], { cookie: by.cookie });
  expect(status).toBe(200);
  const [newest] = await list(by);
  return { answer: body.statements[0], statement: newest! };
}
type Listed = { id: number; lines: number; in_cents: number; confirmed_by: string | null; problem: string | null };
const list = async (by: Staff) => (await getJson(app, '/api/admin/statements', by.cookie)).body.items as Listed[];
const seenBy = async (by: Staff, { id }: Listed) => (await list(by)).find((each) => each.id === id)!;
const confirm = ({ id }: Pick<Listed, 'id'>, by: Staff) =>
  postJson(app, `/api/admin/statements/${id}/confirm`, {}, { cookie: by.cookie });
const confirmInTable = ({ id }: Listed, by: Staff) =>
  pool.query('insert into statement_confirmations (statement_id, confirmed_by) values ($1, $2)', [id, by.id]);
const ENTRY: Entry = { amount: '50000.00' };

/** Expects that a person cannot confirm a statement, by call and in the database. */
async function expectRefused(statement: Listed, by: Staff, problem: RegExp): Promise<void> {
  expect((await seenBy(by, statement)).problem).toMatch(problem);
  expect(await confirm(statement, by)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(problem) },
  });
  await expect(confirmInTable(statement, by)).rejects.toThrow('may not confirm');
}

test.each([
  ['the importer', /You imported this statement/, async () => importer],
  ['the account from the settings', /the server’s settings/, () => signInAdmin(pool, { fromEnvironment: true })],
  [
    'a new person',
    /takes 72 hours/,
    async () => {
      await pool.query('update admins set may_decide_from = default where id = $1', [second.id]);
      return second;
    },
  ],
  [
    'the admin who invited the importer',
    /let one another in/,
    async () => {
      await pool.query('update admins set invited_by = $1 where id = $2', [second.id, importer.id]);
      return second;
    },
  ],
  [
    'whom the importer let in',
    /let one another in/,
    async () => {
      await pool.query('update admins set invited_by = $1 where id = $2', [importer.id, second.id]);
      return second;
    },
  ],
] as const)('%s cannot confirm a statement', async (_who, problem, who) => {
  const { statement } = await importFile(importer, [ENTRY]);
  await expectRefused(statement, await who(), problem);
});

test('needs a statement and the permission to match lines, and changes nothing twice', async () => {
  const { statement } = await importFile(importer, [ENTRY]);
  expect((await confirm({ id: 999_999 }, second)).status).toBe(404);
  const support = await signInAdmin(pool, { role: 'support' });
  expect((await confirm(statement, support)).status).toBe(403);
  const third = await signInAdmin(pool, { role: 'finance' });
  await pool.query("update admins set name = 'The first one' where id = $1", [second.id]);
  expect((await confirm(statement, second)).body).toMatchObject({ confirmed_by: 'The first one' });
  expect((await confirm(statement, third)).body).toMatchObject({ confirmed_by: 'The first one' });
  const { rows } = await pool.query("select from audit_log where action = 'statement confirmed' and subject_id = $1", [
    statement.id,
  ]);
  expect(rows).toHaveLength(1);
  for (const change of [
    'delete from statement_confirmations',
    'update statement_confirmations set confirmed_at = now()',
  ])
    await expect(pool.query(change)).rejects.toThrow('append-only');
});

test('a statement of a former employee is confirmed like any other', async () => {
  const { statement } = await importFile(importer, [ENTRY]);
  await pool.query('update admins set disabled_at = now() where id = $1', [importer.id]);
  expect((await confirm(statement, second)).status).toBe(200);
});

test('importing a confirmed statement again changes nothing, and lines that a later file adds need their own confirmation', async () => {
  const number = 'added';
  const { statement } = await importFile(importer, [ENTRY], number);
  await confirm(statement, second);
  const same = await importFile(second, [ENTRY, { amount: '0.01', status: 'PDNG' }], number);
  expect(same.answer).toMatchObject({ new_lines: 0, known_lines: 1 });
  expect(same.statement.id).toBe(statement.id);

  const { answer, statement: added } = await importFile(second, [ENTRY, { amount: '70000.00' }], number);
  expect(answer).toMatchObject({ new_lines: 1, known_lines: 1 });
  expect(added).toMatchObject({ lines: 1, in_cents: 7_000_000, confirmed_by: null });
  expect(await seenBy(second, statement)).toMatchObject({ lines: 1, in_cents: 5_000_000, confirmed_by: 'Office' });
  await expectRefused(added, second, /You imported this statement/);
  const forged = pool.query(
    `insert into statement_lines (statement_id, account, identity, booked_on, cents)
     select id, account, sha256('forged'), from_on, 1 from bank_statements where id = $1`,
    [statement.id],
  );
  await expect(forged).rejects.toThrow('gets no more lines');
  expect((await confirm(added, importer)).status).toBe(200);
  expect(await statementDifferences(pool)).toEqual([]);
});
