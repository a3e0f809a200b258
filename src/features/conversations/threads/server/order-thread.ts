import { randomBytes } from 'node:crypto';
import { type Queryable, queryFirst, rowsOf, statement } from '#lib/server/database/postgres.ts';
import { threadNumber } from '../model/thread.ts';

type OrderParties = {
  orderId: number;
  buyerId: number;
  sellerId: number;
  /** The car of an order of one; null for several cars. */
  listingId: number | null;
};

const OF_ORDER = queryFirst<{ number: string }, [orderId: number]>('select number from threads where order_id = $1');
const TAKE_OVER = statement(`
  update threads set order_id = $1 where buyer_id = $2 and listing_id = $3 and order_id is null returning number`);
const INSERT = statement(`
  insert into threads (number, order_id, buyer_id, seller_id, listing_id) values ($1, $2, $3, $4, $5)
  on conflict do nothing returning number`);

/**
 * Returns the number of the thread of an order. The buyer's thread about the car becomes the one of the order; without one, a new thread
 * begins. The caller holds the lock of the order.
 */
export async function openOrderThread(
  db: Queryable,
  { orderId, buyerId, sellerId, listingId }: OrderParties,
): Promise<string> {
  const known = await OF_ORDER(db, orderId);
  if (known) return known.number;
  const [taken] =
    listingId === null ? [] : await rowsOf<{ number: string }>(db, TAKE_OVER, [orderId, buyerId, listingId]);
  if (taken) return taken.number;
  const number = threadNumber(randomBytes(8));
  const [made] = await rowsOf<{ number: string }>(db, INSERT, [number, orderId, buyerId, sellerId, listingId]);
  if (!made) throw new Error(`the thread of order ${orderId} was not made`);
  return made.number;
}
