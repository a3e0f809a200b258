import type { Queryable } from '#lib/server/database/statement.ts';
import { networkOf } from '#lib/server/http/client-network.ts';
import { countAttempt, type Limit, refundAttempt } from '#lib/server/http/rate-limit.ts';
import type { SessionKind } from '../model/session-lifetime.ts';
import { emailHash } from './email-hash.ts';

/** Failed attempts at one account from one network. */
const PER_ACCOUNT_AND_NETWORK: Limit = { uses: 10, inSeconds: 15 * 60 };
/** Failed attempts at all accounts from one network; many users may share it behind their provider. */
const PER_NETWORK: Limit = { uses: 100, inSeconds: 15 * 60 };
/** Failed attempts at one account from anywhere. Does not apply to known devices of the account. */
const PER_ACCOUNT: Limit = { uses: 60, inSeconds: 60 * 60 };
/** Failed attempts at all accounts from anywhere. Does not apply to known devices. */
const GLOBAL: Limit = { uses: 1_000, inSeconds: 60 };

/** Successful logins from one network; stops automated logins. */
const LOGINS_PER_NETWORK: Limit = { uses: 300, inSeconds: 15 * 60 };

/**
 * A login attempt. `what` is the kind of login (`login` or `admin login`). A known device has a counter of its own, so
 * neither attempts from elsewhere nor other users of the same network block it.
 */
export type LoginAttempt = { what: string; email: string; ip: string; knownDevice: Buffer | null };

function countersOf({ what, email, ip, knownDevice }: LoginAttempt): [subject: string, limit: Limit][] {
  const account = emailHash(email);
  if (knownDevice) return [[`${what} ${account} ${knownDevice.toString('base64url')}`, PER_ACCOUNT_AND_NETWORK]];
  const network = networkOf(ip);
  return [
    [`${what} ${account} ${network}`, PER_ACCOUNT_AND_NETWORK],
    [`${what} ${network}`, PER_NETWORK],
    [`${what} ${account}`, PER_ACCOUNT],
    [what, GLOBAL],
  ];
}

/** Counts an attempt. Call before checking the password, so concurrent attempts count. Throws `too_many`. */
export async function countLoginAttempt(db: Queryable, attempt: LoginAttempt): Promise<void> {
  for (const [subject, limit] of countersOf(attempt)) await countAttempt(db, subject, limit);
}

/** Removes the attempt after a successful login. */
export async function refundLoginAttempt(db: Queryable, attempt: LoginAttempt): Promise<void> {
  for (const [subject, limit] of countersOf(attempt)) await refundAttempt(db, subject, limit);
}

export async function countLogin(db: Queryable, what: string, ip: string): Promise<void> {
  await countAttempt(db, `${what} right ${networkOf(ip)}`, LOGINS_PER_NETWORK);
}

/** Wrong passwords or codes of a signed-in account, so that a stolen session cannot be used to guess them. */
const CONFIRMATION: Limit = { uses: 10, inSeconds: 60 * 60 };

export async function countPasswordAttempt(db: Queryable, kind: SessionKind, id: number): Promise<void> {
  await countAttempt(db, `own password ${kind} ${id}`, CONFIRMATION);
}

export async function refundPasswordAttempt(db: Queryable, kind: SessionKind, id: number): Promise<void> {
  await refundAttempt(db, `own password ${kind} ${id}`, CONFIRMATION);
}

export async function countCodeAttempt(db: Queryable, adminId: number): Promise<void> {
  await countAttempt(db, `own code ${adminId}`, CONFIRMATION);
}

export async function refundCodeAttempt(db: Queryable, adminId: number): Promise<void> {
  await refundAttempt(db, `own code ${adminId}`, CONFIRMATION);
}
