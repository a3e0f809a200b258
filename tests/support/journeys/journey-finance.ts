import type { Page } from '@playwright/test';
import { signInAdmin } from '../data/accounts.ts';
import { withDatabase } from './journey-database.ts';

/** Logs the page in as a new person of finance. */
export async function signInFinance(page: Page): Promise<void> {
  const { cookie } = await withDatabase((pool) => signInAdmin(pool, { role: 'finance' }));
  const [name = '', value = ''] = cookie.split('=');
  await page.context().addCookies([{ name, value, url: `http://127.0.0.1:${process.env.JOURNEY_PORT}` }]);
}
