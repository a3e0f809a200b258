import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

type Login = { email: string; password: string };

/** The demo user of the site under test, as its first start wrote it down. */
export const demoUser = () => firstLogin('demo user');
/** And its administrator. */
export const administrator = () => firstLogin('administrator');

function firstLogin(who: string): Login {
  const logins = readFileSync(join(process.env.DATA_DIR ?? '', 'first-logins.txt'), 'utf8');
  const [, email = '', password = ''] = new RegExp(`^${who}: (\\S+)\\s+(\\S+)`, 'm').exec(logins) ?? [];
  return { email, password };
}

/** Fills the login form in and sends it. */
export async function typeLogin(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
}

/** Gives a page's browser a session, without a screen. */
export async function signInByCall(page: Page): Promise<void> {
  const answer = await page.request.post('/api/login', { data: demoUser() });
  if ((await answer.json()).flag !== '1') throw new Error('the demo user cannot log in');
}

/** Gives a page's browser a session of the administrator, without a screen. */
export async function signInAdminByCall(page: Page): Promise<void> {
  const answer = await page.request.post('/api/admin/admin/login', { data: administrator() });
  if ((await answer.json()).flag !== '1') throw new Error('the administrator cannot log in');
}

/** Makes an account and gives the page's browser a session of it. */
export async function newAccount(page: Page): Promise<{ email: string; password: string }> {
  const person = { email: `${randomUUID()}@sellers.example`, password: 'a dealer of Guangzhou' };
  const typed = { ...person, name: 'Chen Wei', mobileno: '+8613800138000' };
  await page.request.post('/api/register', { data: typed });
  const answer = await page.request.post('/api/login', { data: person });
  if ((await answer.json()).flag !== '1') throw new Error('the new account cannot log in');
  return person;
}
