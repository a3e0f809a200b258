import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { billOrders } from '#features/orders/billing/server/bill-orders.ts';
import { insertBankAccount } from '#features/site/operator/server/bank-account-store.ts';
import { type Clock, systemClock } from '#lib/clock.ts';
import { signInAdmin } from '../data/accounts.ts';
import { getJson, postJson } from '../server/test-app.ts';
import { testDocuments } from '../site/documents/test-documents.ts';

const COMPANY_ACCOUNT = {
  holder: 'CarQuay Ltd',
  bank: 'Harbour Bank, Shanghai',
  account: 'GB33BUKB20201555555555',
  bic: 'BUKBGB22',
};

/** Enters the company, without a bank account. Returns the id of the administrator. */
export async function addOperator(pool: pg.Pool): Promise<number> {
  const { id } = await signInAdmin(pool);
  await pool.query(
    `insert into operator_details (version, legal_name, address, registration_number, governing_law, money_holder, contact, saved_by)
     values (1, 'CarQuay Ltd', '1 Harbour Street', '', '', '', '', $1)`,
    [id],
  );
  return id;
}

/** Enters the company and the bank account that invoices need. */
export async function addCompany(pool: pg.Pool, account = COMPANY_ACCOUNT.account): Promise<void> {
  const id = await addOperator(pool);
  await insertBankAccount(pool, {
    ...COMPANY_ACCOUNT,
    account,
    version: 1,
    proposedBy: id,
    approvedBy: null,
    waitS: 0,
  });
}

/** Two people change the bank account, which takes effect a day later. */
export async function changeBankAccount(pool: pg.Pool, app: FastifyInstance, account: string): Promise<void> {
  const role = 'administrator';
  const [maker, checker] = [await signInAdmin(pool, { role }), await signInAdmin(pool, { role })];
  await postJson(app, '/api/admin/bank-accounts', { ...COMPANY_ACCOUNT, account }, { cookie: maker.cookie });
  const [{ id, hash }] = (await getJson(app, '/api/admin/approvals', checker.cookie)).body.items;
  await postJson(app, `/api/admin/approvals/${id}/approve`, { hash }, { cookie: checker.cookie });
}

/** Runs the worker that issues invoices and credit notes. */
export async function billNow(pool: pg.Pool, clock: Clock = systemClock): Promise<void> {
  await billOrders({ ...testDocuments(pool), clock }, (error) => {
    throw error;
  });
}
