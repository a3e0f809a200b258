import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { insertAdmin, insertUser } from '#features/people/accounts/server/account-store.ts';
import { PasswordHasher } from '#features/people/accounts/server/password-hasher.ts';
import type { Role } from '#features/people/sessions/model/roles.ts';
import { insertSession } from '#features/people/sessions/server/session-store.ts';
import { newSecretToken } from '#lib/server/session/secret-token.ts';

export const PASSWORD = 'correct horse 7';
const TEST_ORIGIN = { ip: '127.0.0.1', userAgent: '', requestId: 'test' };
let hash: Promise<string> | undefined;

/** Returns the hash of PASSWORD, computed only once. */
export function passwordHash(): Promise<string> {
  hash ??= new PasswordHasher().hash(PASSWORD);
  return hash;
}

type Staff = { role?: Role; secondFactor?: boolean; fromEnvironment?: boolean };
type Person = { name?: string; email?: string; status?: 'Pending' | 'Active' | 'Inactive' };

/** Adds a user whose password is PASSWORD. */
export async function addUser(pool: pg.Pool, { name = 'Amina Otieno', email, status = 'Active' }: Person = {}) {
  const address = email ?? `${randomUUID()}@buyers.example`;
  const user = { name, email: address, mobile: '0712345678', passwordHash: await passwordHash(), status };
  const id = await insertUser(pool, user);
  if (id === null) throw new Error(`${address} is taken`);
  return { id, email: address };
}

/** Adds a user with a session; `cookie` is the cookie header. */
export async function signIn(pool: pg.Pool, person: Person = {}) {
  const user = await addUser(pool, person);
  return { ...user, cookie: await sessionOf(pool, user.id) };
}

/** Adds a session to a user and returns its cookie header. */
export async function sessionOf(pool: pg.Pool, userId: number): Promise<string> {
  const { token, hash: tokenHash } = newSecretToken();
  await insertSession(pool, 'user', userId, tokenHash, TEST_ORIGIN);
  return `session=${token}`;
}

/**
 * Adds a person of the back office with a session, whose password is PASSWORD, and who may propose and approve. The account from the
 * settings stops once two administrators have a second factor.
 */
export async function signInAdmin(
  pool: pg.Pool,
  { role = 'administrator', secondFactor = true, fromEnvironment = false }: Staff = {},
) {
  const email = `${randomUUID()}@office.example`;
  const person = { role, fromEnvironment };
  await insertAdmin(pool, { name: 'Office', email, passwordHash: await passwordHash(), ...person });
  const { rows } = await pool.query<{ id: number }>(
    'update admins set may_decide_from = now() where email = $1 returning id',
    [email],
  );
  if (secondFactor && !fromEnvironment) await addSecondFactor(pool, rows[0]!.id);
  return { id: rows[0]!.id, email, cookie: await adminSessionOf(pool, rows[0]!.id) };
}

/** Adds a session to a person of the back office and returns its cookie header. */
export async function adminSessionOf(pool: pg.Pool, adminId: number): Promise<string> {
  const { token, hash: tokenHash } = newSecretToken();
  await insertSession(pool, 'admin', adminId, tokenHash, TEST_ORIGIN);
  return `admin-session=${token}`;
}

export async function addSecondFactor(pool: pg.Pool, adminId: number): Promise<void> {
  await pool.query('insert into admin_second_factors (admin_id, secret, confirmed_at) values ($1, $2, now())', [
    adminId,
    'A'.repeat(32),
  ]);
}
