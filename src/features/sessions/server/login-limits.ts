import type { Queryable } from '#lib/server/database/statement.ts';
import { networkOf } from '#lib/server/http/client-network.ts';
import { countAttempt, type Limit, refundAttempt } from '#lib/server/http/rate-limit.ts';
import type { SessionKind } from '../model/session-lifetime.ts';
import { emailHash } from './email-hash.ts';

/** Wrong passwords for one account from one address. */
const HERE: Limit = { uses: 10, inSeconds: 15 * 60 };
/** From one address, whatever the account; many people may share one behind their provider. */
const ADDRESS: Limit = { uses: 100, inSeconds: 15 * 60 };
/** For one account, and for all together, from wherever. Browsers that the account knows are not held up by these. */
const ACCOUNT: Limit = { uses: 60, inSeconds: 60 * 60 };
const EVERYBODY: Limit = { uses: 1_000, inSeconds: 60 };

/** Logins that were right: more of them from one place are no person's. */
const LOGINS: Limit = { uses: 300, inSeconds: 15 * 60 };

/**
 * What is being guessed at (`login`, `admin login` and so on), the account by its address, and from where. A browser that the account
 * knows is counted by its own secret, so that neither a flood from elsewhere nor a neighbour behind the same address holds it up.
 */
export type Guess = { what: string; email: string; ip: string; knownDevice: Buffer | null };

function countersOf({ what, email, ip, knownDevice }: Guess): [subject: string, limit: Limit][] {
  const account = emailHash(email);
  if (knownDevice) return [[`${what} ${account} ${knownDevice.toString('base64url')}`, HERE]];
  const network = networkOf(ip);
  return [
    [`${what} ${account} ${network}`, HERE],
    [`${what} ${network}`, ADDRESS],
    [`${what} ${account}`, ACCOUNT],
    [what, EVERYBODY],
  ];
}

/** Counts a guess before it is checked, so that guesses made at the same moment count too. Refuses when there were too many. */
export async function countLoginAttempt(db: Queryable, guess: Guess): Promise<void> {
  for (const [subject, limit] of countersOf(guess)) await countAttempt(db, subject, limit);
}

/** A guess that was right was none. */
export async function refundLoginAttempt(db: Queryable, guess: Guess): Promise<void> {
  for (const [subject, limit] of countersOf(guess)) await refundAttempt(db, subject, limit);
}

export async function countLogin(db: Queryable, what: string, ip: string): Promise<void> {
  await countAttempt(db, `${what} right ${networkOf(ip)}`, LOGINS);
}

/** The own password of somebody who is logged in, or a code, given again: whoever took the session over must not guess it. */
const OWN_SECRET: Limit = { uses: 10, inSeconds: 60 * 60 };

export async function countPasswordAttempt(db: Queryable, kind: SessionKind, id: number): Promise<void> {
  await countAttempt(db, `own password ${kind} ${id}`, OWN_SECRET);
}

export async function refundPasswordAttempt(db: Queryable, kind: SessionKind, id: number): Promise<void> {
  await refundAttempt(db, `own password ${kind} ${id}`, OWN_SECRET);
}

export async function countCodeAttempt(db: Queryable, adminId: number): Promise<void> {
  await countAttempt(db, `own code ${adminId}`, OWN_SECRET);
}

export async function refundCodeAttempt(db: Queryable, adminId: number): Promise<void> {
  await refundAttempt(db, `own code ${adminId}`, OWN_SECRET);
}
