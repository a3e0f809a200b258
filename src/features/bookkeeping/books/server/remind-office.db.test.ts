import { beforeEach, expect, test } from 'vitest';
import { enterBankAccount } from '../../../../../tests/support/bookkeeping/bank-account.ts';
import { importUnconfirmed } from '../../../../../tests/support/bookkeeping/import-entries.ts';
import { signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { clockAhead } from '../../../../../tests/support/runner/test-clock.ts';
import { testApp } from '../../../../../tests/support/server/test-app.ts';
import { remindOffice } from './remind-office.ts';

const { pool } = await testDatabase();
const app = await testApp(pool);
await enterBankAccount(pool);
const finance = await signInAdmin(pool, { role: 'finance' });
await signInAdmin(pool, { role: 'support' });
const remind = (daysLater: number) =>
  remindOffice({ pool, clock: clockAhead(daysLater), siteOrigin: 'http://localhost', afterDays: 2 });
const mails = async () =>
  (await pool.query('delete from mail_outbox returning to_address as "to", subject, text')).rows;

beforeEach(async () => {
  await pool.query('truncate office_reminders, mail_outbox');
  await pool.query(
    `insert into approvals (kind, payload, payload_hash, proposer_id, expires_at)
     values ('cash receipt', '{}', sha256(convert_to('cash receipt' || chr(10) || '{}', 'UTF8')), $1, now() + interval '5 days')
     on conflict do nothing`,
    [finance.id],
  );
});

test('finance is emailed once a day about a proposal that waits for a second person, until it expires', async () => {
  await remind(1.9);
  expect(await mails()).toEqual([]);
  await Promise.all([remind(2.1), remind(2.1)]);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: finance.email, subject: '1 proposal waits for a second person' });
  expect(mail.text).toContain('A proposal waits for a second person');
  await remind(3.1);
  expect(await mails()).toHaveLength(1);
  await remind(6);
  expect(await mails()).toEqual([]);
});

test('the email names bank statements that wait for a second person', async () => {
  await importUnconfirmed(app, finance.cookie, [{ amount: '20000.00' }]);
  await remind(1.9);
  expect(await mails()).toEqual([]);
  await remind(2.1);
  const [mail] = await mails();
  expect(mail.subject).toBe('1 proposal waits for a second person');
  expect(mail.text).toContain('A bank statement waits for a second person');
  await remind(6);
  const [alone] = await mails();
  expect(alone.subject).toBe('1 bank statement waits for a second person');
  expect(alone.text).toContain('http://localhost/BankStatements?tab=statements&state=to_confirm');
});
