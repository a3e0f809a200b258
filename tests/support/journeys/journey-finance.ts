import type { Page } from '@playwright/test';
import { signInAdmin } from '../data/accounts.ts';
import { withDatabase } from './journey-database.ts';

/** Logs the page in as a new person of finance. */
export async function signInFinance(page: Page): Promise<void> {
  const { cookie } = await withDatabase((pool) => signInAdmin(pool, { role: 'finance' }));
  const [name = '', value = ''] = cookie.split('=');
  await page.context().addCookies([{ name, value, url: `http://127.0.0.1:${process.env.JOURNEY_PORT}` }]);
}

/** Returns every nonzero ledger balance of an order in cents. */
export async function ledgerOf(orderId: number): Promise<Record<string, number>> {
  const { rows } = await withDatabase((pool) =>
    pool.query<{ account: string; cents: number }>(
      `select account, sum(cents)::int as cents from ledger_lines l join ledger_entries e on e.id = l.entry_id
       where e.order_id = $1 group by 1 having sum(cents) <> 0`,
      [orderId],
    ),
  );
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
}
