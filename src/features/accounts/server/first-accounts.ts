import { randomBytes } from 'node:crypto';
import { DEFAULT_ADMIN_EMAIL } from '#lib/server/config/config.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { findUserId, hasAdmins, insertAdmin, insertUser } from './account-store.ts';
import type { PasswordHasher } from './password-hasher.ts';

export type FirstLogin = { who: 'administrator' | 'demo user'; email: string; password: string };

/** Owns the demo listings. Its password is random and not stored. */
export const DEMO_SELLER_EMAIL = 'dealer@carquay.example';
const DEMO_USER_EMAIL = 'demo@carquay.example';

type FirstAccountOptions = { adminEmail: string | undefined; adminPassword: string | undefined; demoUser: boolean };

/**
 * Creates the first administrator and, if `demoUser` is set, the demo user and the seller of the demo listings. Skips
 * accounts that exist. Returns the logins of the new accounts; the database has only their password hashes.
 */
export async function createFirstAccounts(
  db: Queryable,
  hasher: PasswordHasher,
  options: FirstAccountOptions,
): Promise<FirstLogin[]> {
  const logins: FirstLogin[] = [];
  if (!(await hasAdmins(db))) {
    const email = options.adminEmail ?? DEFAULT_ADMIN_EMAIL;
    const password = options.adminPassword ?? randomPassword();
    const added = await insertAdmin(db, { name: 'Administrator', email, passwordHash: await hasher.hash(password) });
    if (added) logins.push({ who: 'administrator', email, password });
  }
  if (options.demoUser) {
    await addDemoUser(db, hasher, 'Quayside Demo Motors', DEMO_SELLER_EMAIL);
    const password = await addDemoUser(db, hasher, 'Demo User', DEMO_USER_EMAIL);
    if (password !== null) logins.push({ who: 'demo user', email: DEMO_USER_EMAIL, password });
  }
  return logins;
}

/** Adds a user and returns the random password, or null if the email address is taken. */
async function addDemoUser(db: Queryable, hasher: PasswordHasher, name: string, email: string): Promise<string | null> {
  if ((await findUserId(db, email)) !== null) return null;
  const password = randomPassword();
  const passwordHash = await hasher.hash(password);
  const id = await insertUser(db, { name, email, mobile: null, passwordHash, status: 'Active' });
  return id === null ? null : password;
}

function randomPassword(): string {
  return randomBytes(12).toString('base64url');
}
