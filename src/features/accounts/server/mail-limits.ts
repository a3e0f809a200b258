import { emailHash } from '#features/sessions/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { countAttempt } from '#lib/server/http/rate-limit.ts';

/** Of one kind to one address, whoever asks for them. */
const MAILS_PER_ADDRESS = { uses: 3, inSeconds: 3_600 };

type LimitedMail = 'reset' | 'confirm' | 'new address' | 'address changing';

/** Counts a mail that somebody else could make us send, and refuses when an address has had enough of them. */
export async function countEmailTo(db: Queryable, kind: LimitedMail, email: string): Promise<void> {
  await countAttempt(db, `${kind} mail ${emailHash(email)}`, MAILS_PER_ADDRESS);
}

/** The same for mails whose asker must not learn whether they are sent. */
export async function canEmailTo(db: Queryable, kind: LimitedMail, email: string): Promise<boolean> {
  try {
    await countEmailTo(db, kind, email);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many') return false;
    throw error;
  }
}
