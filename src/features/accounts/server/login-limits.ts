import { createHash } from 'node:crypto';
import type { Queryable } from '#platform/database/statement.ts';
import { countUse, forgiveUse, type Limit } from '#platform/http/request-limits.ts';
import { emailKey } from '../email-key.ts';

/** Wrong passwords for one account from one address. */
const HERE: Limit = { uses: 10, inSeconds: 15 * 60 };
/** From one address, whatever the account; many people may share one behind their provider. */
const ADDRESS: Limit = { uses: 100, inSeconds: 15 * 60 };
/** For one account, and for all together, from wherever. Browsers that the account knows are not held up by these. */
const ACCOUNT: Limit = { uses: 60, inSeconds: 60 * 60 };
const EVERYBODY: Limit = { uses: 1_000, inSeconds: 60 };

/** What is being guessed at: `login`, `admin login` and so on, and the account by its address. */
export type Guess = { what: string; email: string; ip: string; knownDevice: boolean };

const countersOf = ({ what, email, ip, knownDevice }: Guess): [subject: string, limit: Limit][] => {
  const account = createHash('sha256').update(emailKey(email)).digest('base64url');
  const local: [string, Limit][] = [
    [`${what} ${account} ${ip}`, HERE],
    [`${what} ${ip}`, ADDRESS],
  ];
  return knownDevice ? local : [...local, [`${what} ${account}`, ACCOUNT], [what, EVERYBODY]];
};

/** Counts a guess before it is checked, so that guesses made at the same moment count too. Refuses when there were too many. */
export async function countGuess(db: Queryable, guess: Guess): Promise<void> {
  for (const [subject, limit] of countersOf(guess)) await countUse(db, subject, limit);
}

/** A guess that was right was none. */
export async function forgiveGuess(db: Queryable, guess: Guess): Promise<void> {
  for (const [subject, limit] of countersOf(guess)) await forgiveUse(db, subject, limit);
}
