import { randomBytes } from 'node:crypto';
import { DEFAULT_ADMIN_EMAIL } from '#lib/server/config/config.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { hasAdmins, insertAdmin } from './account-store.ts';
import type { PasswordHasher } from './password-hasher.ts';

/** `password` is null if the operator chose it: it must not reach a log or a file. */
export type FirstLogin = { who: 'administrator' | 'demo user'; email: string; password: string | null };

type FirstAdminOptions = { adminEmail: string | undefined; adminPassword: string | undefined };

/** Creates the first administrator if there is none. Returns the login; the database has only the password hash. */
export async function createFirstAdmin(
  db: Queryable,
  hasher: PasswordHasher,
  options: FirstAdminOptions,
): Promise<FirstLogin[]> {
  if (await hasAdmins(db)) return [];
  const email = options.adminEmail ?? DEFAULT_ADMIN_EMAIL;
  const password = options.adminPassword ?? randomPassword();
  const added = await insertAdmin(db, {
    name: 'Administrator',
    email,
    passwordHash: await hasher.hash(password),
    role: 'administrator',
    fromEnvironment: true,
  });
  return added
    ? [{ who: 'administrator', email, password: options.adminPassword === undefined ? password : null }]
    : [];
}

export function randomPassword(): string {
  return randomBytes(12).toString('base64url');
}
