import { createHash } from 'node:crypto';
import { AppError } from '#platform/app-error.ts';
import type { Queryable } from '#platform/database/statement.ts';
import { countUse } from '#platform/http/request-limits.ts';
import { emailKey } from '../email-key.ts';

const MAILS_PER_ADDRESS = { uses: 3, inSeconds: 3_600 };

/** Whether another reset mail may go to an address. Who asks is not told, so a limit neither bombs nor betrays an owner. */
export async function countResetMail(db: Queryable, email: string): Promise<boolean> {
  const address = createHash('sha256').update(emailKey(email)).digest('base64url');
  try {
    await countUse(db, `reset mail ${address}`, MAILS_PER_ADDRESS);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many') return false;
    throw error;
  }
}
