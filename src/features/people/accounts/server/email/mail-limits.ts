import { emailHash } from '#features/people/sessions/server/email-hash.ts';
import { AppError } from '#lib/app-error.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { countAttempt, type Limit } from '#lib/server/http/rate-limit.ts';

/** Per kind of email and recipient, whoever requests them. */
const MAILS_PER_ADDRESS = { uses: 3, inSeconds: 3_600 };

/** Changes of the address by one account, whatever addresses they name: each emails a stranger. */
const NEW_ADDRESSES: Limit[] = [
  { uses: 3, inSeconds: 3_600, messageKey: 'account.email.tooOften' },
  { uses: 6, inSeconds: 24 * 3_600, messageKey: 'account.email.tooOften' },
];

type LimitedMail = 'reset' | 'confirm' | 'new address' | 'address changing';

/** Counts an email that somebody else could trigger. Throws `too_many` above the limit per recipient. */
export async function countEmailTo(db: Queryable, kind: LimitedMail, email: string): Promise<void> {
  await countAttempt(db, `${kind} mail ${emailHash(email)}`, MAILS_PER_ADDRESS);
}

/** Counts a change of an account's address. Throws `too_many` above the limits. */
export async function countNewAddress(db: Queryable, userId: number): Promise<void> {
  for (const limit of NEW_ADDRESSES)
    await countAttempt(db, `new address of user ${userId} in ${limit.inSeconds} s`, limit);
}

/** Like `countEmailTo` but returns false, for requests whose response must not reveal whether an email is sent. */
export async function canEmailTo(db: Queryable, kind: LimitedMail, email: string): Promise<boolean> {
  try {
    await countEmailTo(db, kind, email);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many') return false;
    throw error;
  }
}
