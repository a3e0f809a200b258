import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { sealAll } from '#app/seals.ts';
import { testDatabase } from '../support/database/test-database.ts';

const { pool, url } = await testDatabase();

function verify(...knownSeals: string[]): Promise<{ code: unknown; output: string }> {
  const env = { ...process.env, DATABASE_URL: url };
  return new Promise((resolve) =>
    execFile(process.execPath, ['build/server/verify.js', ...knownSeals], { env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, output: `${out}${err}`.trim() }),
    ),
  );
}

test('npm run verify prints the seals and exits with 0, 1 for a missing seal or 2 for an invalid argument', async () => {
  await pool.query(`insert into audit_log (actor_kind, action) values ('system', 'test')`);
  await sealAll(pool);
  const whole = await verify();
  const [, seal = ''] = /^ {2}(audit\/1\/[0-9a-f]{64})$/m.exec(whole.output) ?? [];
  expect(whole).toEqual({
    code: 0,
    output: [
      'audit: 1 rows match their seals (1 seals), 0 rows are not sealed yet',
      `  ${seal}`,
      'ledger: 0 rows match their seals (0 seals), 0 rows are not sealed yet',
      'payment-events: 0 rows match their seals (0 seals), 0 rows are not sealed yet',
      'documents: 0 rows match their seals (0 seals), 0 rows are not sealed yet',
      'books: every entry sums to zero',
      'orders: payments, refunds and bookings agree with the ledger',
      'bank: statements, matches and open lines agree with the ledger',
      'books: orders, invoices, payouts and cash agree with the ledger',
      'documents: 0 are signed and numbered without gaps, 0 files are as they were stored',
    ].join('\n'),
  });
  const other = `audit/1/${'0'.repeat(64)}`;
  expect(await verify(other)).toMatchObject({
    code: 1,
    output: expect.stringContaining(`audit: WRONG: seal ${other} is missing from the chain`),
  });
  const nonsense = ['audit/1/abc', `audits/1/${'0'.repeat(64)}`];
  expect(await Promise.all(nonsense.map((text) => verify(text)))).toEqual(
    nonsense.map((text) => ({ code: 2, output: `${text} is not a seal.` })),
  );
}, 60_000);
