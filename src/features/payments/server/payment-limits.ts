import { AppError } from '#lib/app-error.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { networkOf } from '#lib/server/http/client-network.ts';
import { countAttempt, type Limit, refundAttempt } from '#lib/server/http/rate-limit.ts';

const OF_USER: Limit = { uses: 10, inSeconds: 3_600, messageKey: 'payment.tooManyTries' };
const OF_NETWORK: Limit = { uses: 30, inSeconds: 3_600, messageKey: 'payment.tooManyTries' };

export type Payer = { userId: number; ip: string };

function countersOf({ userId, ip }: Payer): [subject: string, limit: Limit][] {
  return [
    [`pay user ${userId}`, OF_USER],
    [`pay from ${networkOf(ip)}`, OF_NETWORK],
  ];
}

/** Counts an attempt before the gateway is called, so that stolen cards cannot be tested here. */
export async function countPaymentAttempt(db: Queryable, payer: Payer): Promise<void> {
  for (const [subject, limit] of countersOf(payer)) await countAttempt(db, subject, limit);
}

/** Undoes `countPaymentAttempt` for an attempt that never reached the gateway. */
export async function refundPaymentAttempt(db: Queryable, payer: Payer): Promise<void> {
  for (const [subject, limit] of countersOf(payer)) await refundAttempt(db, subject, limit);
}

/** Counts a declined card a second time. Never throws `too_many`. */
export async function countDecline(db: Queryable, payer: Payer): Promise<void> {
  await countPaymentAttempt(db, payer).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}
