import { randomBytes } from 'node:crypto';
import { DEFAULT_ADMIN_EMAIL } from '#platform/config/config.ts';
import type { Queryable } from '#platform/database/statement.ts';
import { findUserId, hasAdmins, insertAdmin, insertUser } from './account-store.server.ts';
import type { PasswordHasher } from './password-hasher.ts';

export type FirstLogin = { who: 'administrator' | 'demo user'; email: string; password: string };

export const DEMO_SELLER_EMAIL = 'demo@carquay.example';

type Wanted = { adminEmail: string | undefined; adminPassword: string | undefined; demoUser: boolean };

/** On an empty database: the first administrator, and a demo user who owns the demo stock. The logins are known only here. */
export async function createFirstAccounts(
  db: Queryable,
  hasher: PasswordHasher,
  wanted: Wanted,
): Promise<FirstLogin[]> {
  const logins: FirstLogin[] = [];
  if (!(await hasAdmins(db))) {
    const email = wanted.adminEmail ?? DEFAULT_ADMIN_EMAIL;
    const password = wanted.adminPassword ?? randomPassword();
    const added = await insertAdmin(db, { name: 'Administrator', email, passwordHash: await hasher.hash(password) });
    if (added) logins.push({ who: 'administrator', email, password });
  }
  if (wanted.demoUser && (await findUserId(db, DEMO_SELLER_EMAIL)) === null) {
    const password = randomPassword();
    const passwordHash = await hasher.hash(password);
    const demo = { name: 'Quayside Demo Motors', email: DEMO_SELLER_EMAIL, mobile: null, passwordHash };
    if ((await insertUser(db, { ...demo, status: 'Active' })) !== null)
      logins.push({ who: 'demo user', email: DEMO_SELLER_EMAIL, password });
  }
  return logins;
}

function randomPassword(): string {
  return randomBytes(12).toString('base64url');
}
