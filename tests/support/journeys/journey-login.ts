import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

export type Login = { email: string; password: string };

/** Login of the demo user, from first-logins.txt. */
export const demoUser = () => firstLogin('demo user');
/** Login of the administrator, from first-logins.txt. */
export const administrator = (dataDir = process.env.DATA_DIR) => firstLogin('administrator', dataDir);

function firstLogin(who: string, dataDir = process.env.DATA_DIR): Login {
  const logins = readFileSync(join(dataDir ?? '', 'first-logins.txt'), 'utf8');
  const [, email = '', password = ''] = new RegExp(`^${who}: (\\S+)\\s+(\\S+)`, 'm').exec(logins) ?? [];
  return { email, password };
}

export async function fillLoginForm(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
}

/** Logs the page in as the demo user through the API. */
export async function signInByCall(page: Page): Promise<void> {
  const answer = await page.request.post('/api/login', { data: demoUser() });
  if ((await answer.json()).flag !== '1') throw new Error('the demo user cannot log in');
}

/** Logs the page in as the administrator through the API. */
export async function signInAdminByCall(page: Page, dataDir?: string): Promise<void> {
  const answer = await page.request.post('/api/admin/admin/login', { data: administrator(dataDir) });
  if ((await answer.json()).flag !== '1') throw new Error('the administrator cannot log in');
}

/** Creates an account and logs the page in through the API. */
export async function newAccount(page: Page): Promise<{ email: string; password: string }> {
  const person = { email: `${randomUUID()}@sellers.example`, password: 'a dealer of Guangzhou' };
  const typed = { ...person, name: 'Chen Wei', mobileno: '+8613800138000' };
  await page.request.post('/api/register', { data: typed });
  const answer = await page.request.post('/api/login', { data: person });
  if ((await answer.json()).flag !== '1') throw new Error('the new account cannot log in');
  return person;
}
