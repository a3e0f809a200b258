import { findUserId, insertUser } from '../src/features/people/accounts/server/account-store.ts';
import { type FirstLogin, randomPassword } from '../src/features/people/accounts/server/first-accounts.ts';
import type { PasswordHasher } from '../src/features/people/accounts/server/password-hasher.ts';
import { insertBankAccount, lockBankAccounts } from '../src/features/site/operator/server/bank-account-store.ts';
import type { Queryable } from '../src/lib/server/database/postgres.ts';

/** Owns most demo listings. Its password is random and not stored. */
export const DEMO_SELLER_EMAIL = 'dealer@carquay.example';
export const DEMO_USER_EMAIL = 'demo@carquay.example';

/** Adds the seller of the demo cars and a user to log in as. Returns the login of that user if it is new. */
export async function createDemoAccounts(db: Queryable, hasher: PasswordHasher): Promise<FirstLogin[]> {
  await addUser(db, hasher, 'Quayside Demo Motors', DEMO_SELLER_EMAIL);
  await addBankAccount(db);
  const password = await addUser(db, hasher, 'Demo User', DEMO_USER_EMAIL);
  return password === null ? [] : [{ who: 'demo user', email: DEMO_USER_EMAIL, password }];
}

/** Adds an invented bank account, which invoices need. No-op if there is an account. */
async function addBankAccount(db: Queryable): Promise<void> {
  if ((await lockBankAccounts(db)) > 0) return;
  const account = {
    holder: 'CarQuay Demo (invented)',
    bank: 'Demo Bank (invented)',
    account: 'DEMO0000000001234',
    bic: 'DEMOCNSH',
  };
  await insertBankAccount(db, { ...account, version: 1, isDemo: true, proposedBy: null, approvedBy: null, waitS: 0 });
}

/** Adds a user and returns the random password, or null if the email address is taken. */
async function addUser(db: Queryable, hasher: PasswordHasher, name: string, email: string): Promise<string | null> {
  if ((await findUserId(db, email)) !== null) return null;
  const password = randomPassword();
  const passwordHash = await hasher.hash(password);
  const id = await insertUser(db, { name, email, mobile: null, passwordHash, status: 'Active' });
  return id === null ? null : password;
}
