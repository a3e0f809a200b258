import { type Payable, payableOf } from '#features/ledger/server/api.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { openParts } from './payout-store.ts';

/** Returns what sellers are owed per order and no open payout covers: of one seller, or of all with null. */
export async function dueParts(db: Queryable, sellerId: number | null): Promise<Payable[]> {
  const covered = new Map((await openParts(db, sellerId)).map((part) => [keyOf(part), part.cents]));
  return (await payableOf(db, sellerId))
    .map((part) => ({ ...part, cents: part.cents - (covered.get(keyOf(part)) ?? 0) }))
    .filter(({ cents }) => cents > 0);
}

const keyOf = ({ sellerId, orderId }: Payable) => `${sellerId} ${orderId}`;
