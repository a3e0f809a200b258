import type pg from 'pg';
import { ACCOUNT } from './camt-files.ts';

/** Enters the operator's bank account, which statements name. */
export async function enterBankAccount(pool: pg.Pool, account = ACCOUNT): Promise<void> {
  await pool.query(
    `insert into bank_account_versions (version, holder, bank, account, bic, is_demo, effective_at)
     select 1, 'CarQuay Trading', 'Test Bank, Hamburg', $1, 'TESTDEFFXXX', true, now()
     where not exists (select 1 from bank_account_versions)`,
    [account],
  );
}
