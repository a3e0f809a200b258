import { emailHash } from '#features/sessions/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { countAttempt } from '#lib/server/http/rate-limit.ts';

/** Per kind of email and recipient, whoever requests them. */
const MAILS_PER_ADDRESS = { uses: 3, inSeconds: 3_600 };

type LimitedMail = 'reset' | 'confirm' | 'new address' | 'address changing';

/** Counts an email that somebody else could trigger. Throws `too_many` above the limit per recipient. */
export async function countEmailTo(db: Queryable, kind: LimitedMail, email: string): Promise<void> {
  await countAttempt(db, `${kind} mail ${emailHash(email)}`, MAILS_PER_ADDRESS);
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
