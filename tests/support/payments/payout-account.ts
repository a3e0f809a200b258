import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Payee } from '#features/payments/payout-accounts/model/payout-account-form.ts';
import { PASSWORD } from '../data/accounts.ts';
import { mailsTo } from '../mail/mails.ts';
import { postJson } from '../server/test-app.ts';

export const ACCOUNT: Payee = {
  holder: 'Chen Wei',
  address: '88 Siping Road\n315000 Ningbo\nChina',
  bank: 'Bank of Ningbo',
  account: 'DE89370400440532013000',
  bic: 'COBADEFF',
};

/** Gives a user a bank account that was entered two days ago, because a new one counts only after a day. Returns its id. */
export async function addPayoutAccount(pool: pg.Pool, userId: number, change: Partial<Payee> = {}) {
  const { holder, address, bank, account, bic } = { ...ACCOUNT, ...change };
  const { rows } = await pool.query<{ id: number }>(
    `insert into payout_accounts (user_id, holder, bank, account, bic, address, entered_at, effective_at)
     values ($1, $2, $3, $4, $5, $6, now() - interval '2 days', now() - interval '1 day') returning id`,
    [userId, holder, bank, account, bic, address],
  );
  return rows[0]!.id;
}

/** Requests the code of an account, and returns the newest emailed code. */
export async function accountCode(
  { app, pool }: { app: FastifyInstance; pool: pg.Pool },
  user: { id: number; cookie: string },
  account: Payee = ACCOUNT,
): Promise<string> {
  await postJson(app, '/api/my-payout-account/code', account, { cookie: user.cookie });
  const { rows } = await pool.query<{ email: string }>('select email from users where id = $1', [user.id]);
  const mails = (await mailsTo(pool, rows[0]!.email)).filter(({ subject }) => subject.startsWith('Your code'));
  return /\b\d{6}\b/.exec(mails.at(-1)?.text.split('Your code is')[1] ?? '')?.[0] ?? 'none';
}

/** Enters a bank account through the calls, with the password and the emailed code. */
export async function enterPayoutAccount(
  site: { app: FastifyInstance; pool: pg.Pool },
  user: { id: number; cookie: string },
  change: Partial<Payee & { password: string; code: string }> = {},
) {
  const { password = PASSWORD, code, ...account } = change;
  const details = { ...ACCOUNT, ...account };
  const body = { ...details, password, code: code ?? (await accountCode(site, user, details)) };
  return postJson(site.app, '/api/my-payout-account', body, { cookie: user.cookie, method: 'PUT' });
}
