import { expect, test } from 'vitest';
import { enterBankAccount } from '../../../../../tests/support/bookkeeping/bank-account.ts';
import { camtDocument, camtStatement, camtFile as file } from '../../../../../tests/support/bookkeeping/camt-files.ts';
import { signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { getJson, postForm, testApp } from '../../../../../tests/support/server/test-app.ts';

const { pool } = await testDatabase();
const app = await testApp(pool);
const admin = await signInAdmin(pool);
await enterBankAccount(pool);
const send = (bytes: Buffer) =>
  postForm(app, '/api/admin/statements', [['file', new File([new Uint8Array(bytes)], 'statement.xml')]], {
    cookie: admin.cookie,
  });

test('lines that a later file adds to a statement of a day that nets to zero do not close a gap before it', async () => {
  const day = '2020-03-02';
  const [before, after] = [0, 2].map((add) => new Date(Date.parse(day) + add * 86_400_000).toISOString().slice(0, 10));
  await send(
    file({ day: before!, number: `Z${before}`, opening: '5000', closing: '5001', entries: [{ amount: '1' }] }),
  );
  const netting = (amounts: string[]) =>
    file({
      day: after!,
      number: `Z${after}`,
      opening: '5002',
      closing: '5002',
      entries: amounts.flatMap((amount) => [
        { amount, text: 'in' },
        { amount, text: 'out', out: true },
      ]),
    });
  await send(netting(['3']));
  expect((await send(netting(['3', '4']))).body.statements).toMatchObject([{ missing_before: true, new_lines: 2 }]);
  const { items } = (await getJson(app, '/api/admin/statements', admin.cookie)).body;
  expect(items.slice(0, 2)).toMatchObject([
    { number: `Z${after}`, missing_before: true },
    { number: `Z${after}`, missing_before: true },
  ]);
});

test('a file with the pages of one statement is imported as one statement', async () => {
  const day = '2020-05-04';
  const page = (opening: string, closing: string, amount: string) =>
    camtStatement('08', { day, number: 'PAGED', opening, closing, entries: [{ amount, text: 'Page' }] });
  const pages = camtDocument('08', page('1', '2', '1') + page('2', '5', '3'));
  const imported = await send(pages);
  expect(imported.status).toBe(200);
  expect(imported.body.statements).toMatchObject([
    { number: 'PAGED', opening_cents: 100, closing_cents: 500, new_lines: 2 },
  ]);
});
