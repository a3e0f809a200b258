import { answersOf, type Payable, payableOf } from '#features/payments/server/api.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { openParts } from './payout-store.ts';

/** `isDue`: it may be paid now by one person. `isEarly`: two people may pay it before the buyer's days for claims are over. */
export type DuePart = Payable & { isDue: boolean; isEarly: boolean };

/** Returns what sellers are owed per order and no open payout covers: of one seller, or of all with null. */
export async function dueParts(db: Queryable, sellerId: number | null, now: Date): Promise<DuePart[]> {
  const covered = new Map((await openParts(db, sellerId)).map((part) => [keyOf(part), part.cents]));
  const owed = (await payableOf(db, sellerId))
    .map((part) => ({ ...part, cents: part.cents - (covered.get(keyOf(part)) ?? 0) }))
    .filter(({ cents }) => cents > 0);
  const orders = [...new Set(owed.map(({ orderId }) => orderId))];
  const answers = await answersOf(db, orders, now);
  return owed.map((part) => {
    const may = answers.get(part.orderId)?.answer('pay_out').may;
    return { ...part, isDue: may === 'yes', isEarly: may === 'second' };
  });
}

const keyOf = ({ sellerId, orderId }: Payable) => `${sellerId} ${orderId}`;
