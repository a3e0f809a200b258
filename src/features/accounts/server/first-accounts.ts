import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { Queryable } from '#platform/database/statement.ts';
import { findUserId, hasAdmins, insertActiveUser, insertAdmin } from './account-store.server.ts';

export type FirstLogin = { who: 'administrator' | 'demo user'; email: string; password: string };

export const DEMO_SELLER_EMAIL = 'demo@carquay.example';
const DEFAULT_ADMIN_EMAIL = 'admin@carquay.example';

type Wanted = { adminEmail: string | undefined; adminPassword: string | undefined; demoUser: boolean };

/** On an empty database: the first administrator, and a demo user who owns the demo stock. The logins are known only here. */
export async function createFirstAccounts(db: Queryable, wanted: Wanted): Promise<FirstLogin[]> {
  const logins: FirstLogin[] = [];
  if (!(await hasAdmins(db))) {
    const email = wanted.adminEmail ?? DEFAULT_ADMIN_EMAIL;
    const password = wanted.adminPassword ?? randomPassword();
    const added = await insertAdmin(db, { name: 'Administrator', email, passwordHash: await hash(password) });
    if (added) logins.push({ who: 'administrator', email, password });
  }
  if (wanted.demoUser && (await findUserId(db, DEMO_SELLER_EMAIL)) === null) {
    const password = randomPassword();
    const demo = { name: 'Quayside Demo Motors', email: DEMO_SELLER_EMAIL, passwordHash: await hash(password) };
    if (await insertActiveUser(db, demo)) logins.push({ who: 'demo user', email: DEMO_SELLER_EMAIL, password });
  }
  return logins;
}

function randomPassword(): string {
  return randomBytes(12).toString('base64url');
}
