import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { insertHold } from '#features/orders/holds/server/place-order.ts';
import { insertOrderHold } from '#features/orders/orders/server/order-store.ts';
import { firstPaymentOf } from '#features/payments/order-terms/model/order-terms.ts';
import type { Quote } from '#features/payments/payments/model/payment.ts';
import { sumOfQuotes } from '#features/payments/payments/model/quote.ts';
import { newestTerms, quoteForUpdate } from '#features/payments/server/api.ts';
import { systemClock } from '#lib/clock.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { signIn, signInAdmin } from '../data/accounts.ts';
import { daysFromNow, testNow } from '../runner/test-clock.ts';
import { getJson, postJson } from '../server/test-app.ts';
import { type Buyer, newTransaction } from './paying.ts';

/** Holds cars for sale for a bank transfer, without the rules of the call. */
export function holdForTransfer(pool: pg.Pool, userId: number, ...listingIds: [number, ...number[]]) {
  return withTransaction(pool, async (db) => {
    const quoteOf = async (id: number) => (await quoteForUpdate({ clock: systemClock }, db, userId, id, null)).quote;
    const [first, ...others] = listingIds;
    const quotes: [Quote, ...Quote[]] = [await quoteOf(first)];
    for (const id of others) quotes.push(await quoteOf(id));
    const until = daysFromNow(3);
    const terms = await newestTerms(db);
    const held = await insertHold(db, {
      userId,
      transactionId: newTransaction(),
      contactEmail: 'amina@buyers.example',
      bodyHash: Buffer.alloc(0),
      quotes,
      depositCents: firstPaymentOf('deposit_25', sumOfQuotes(quotes).totalCents),
      until,
      terms,
    });
    if (!held) throw new Error('the hold was not made');
    const ids = {
      orderId: held.orderId,
      paymentId: held.payment.id,
      until,
      timeZone: 'UTC',
      termsVersion: terms.version,
    };
    await insertOrderHold(db, { ...ids, name: 'Otieno Motors Ltd', address: 'Mombasa', country: 'KE' }, testNow());
    return held;
  });
}

/** Orders a car by bank transfer through the call, and returns the id of the order. The site has a company and an account. */
export async function orderByTransfer(
  app: FastifyInstance,
  buyer: Buyer,
  listing: number,
  amount: number,
): Promise<number> {
  const { version } = (await getJson(app, '/api/order-terms')).body;
  const hold = {
    listing_id: listing,
    amount,
    transaction_id: newTransaction(),
    payment_method: 'bank_transfer',
    email: 'amina@buyers.example',
    buyer: { name: 'Otieno Motors Ltd', address: `${buyer.id} Moi Avenue\nMombasa 80100`, country: 'KE' },
    accepted_terms: version,
  };
  return (await postJson(app, '/api/orders', hold, { cookie: buyer.cookie })).body.order.id;
}

/** Signs in a buyer whom the office exempted from the limits on new buyers. */
export async function knownBuyer(pool: pg.Pool) {
  const buyer = await signIn(pool);
  const { id } = await signInAdmin(pool);
  await pool.query("insert into hold_rights (user_id, admin_id, reason) values ($1, $2, 'Known from the fair.')", [
    buyer.id,
    id,
  ]);
  return buyer;
}
