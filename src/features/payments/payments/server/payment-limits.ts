import { AppError } from '#lib/app-error.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { countAttempt, countClient, type Limit } from '#lib/server/http/rate-limit.ts';

const OF_USER: Limit = { uses: 10, inSeconds: 3_600, messageKey: 'payment.tooManyTries' };
const OF_NETWORK: Limit = { uses: 30, inSeconds: 3_600, messageKey: 'payment.tooManyTries' };

export type Payer = { userId: number; ip: string };

/** Counts an attempt before the gateway is called, so that stolen cards cannot be tested here. */
export async function countPaymentAttempt(db: Queryable, { userId, ip }: Payer): Promise<void> {
  await countAttempt(db, `pay user ${userId}`, OF_USER);
  await countClient(db, 'pay from', ip, OF_NETWORK);
}

/** Counts a declined card a second time. Never throws `too_many`. */
export async function countDecline(db: Queryable, payer: Payer): Promise<void> {
  await countPaymentAttempt(db, payer).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}
