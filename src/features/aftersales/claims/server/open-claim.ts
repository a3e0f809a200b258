import { orderNotFound } from '#features/orders/server/api.ts';
import { freezeOrder } from '#features/payments/server/api.ts';
import { actingUser, audit } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { type ClaimKind, isEnded, nextAt, windowOf } from '../model/claim.ts';
import type { ClaimDeps } from './claim-deps.ts';
import { claimFactsOf } from './claim-facts.ts';
import { mailClaim } from './claim-mails.ts';
import { lockOrderOfClaim } from './claim-party.ts';
import { claimOfKey, claimsOfOrder, findClaim, insertClaim } from './claim-store.ts';
import { type Evidence, hashOfStatement, insertStatement } from './statement-store.ts';

export type ClaimRequest = {
  key: string;
  kind: ClaimKind;
  /** The car; null for all cars of the order. */
  listingId: number | null;
  text: string;
  evidence: Evidence[];
};

/**
 * Opens a claim of the buyer of an order, and freezes what is held of the order in the same transaction. Returns its id. A repeated call with
 * the same key changes nothing.
 */
export async function openClaim(
  { bookings: { payments, siteOrigin } }: Pick<ClaimDeps, 'bookings'>,
  userId: number,
  orderId: number,
  request: ClaimRequest,
  origin: Origin,
): Promise<number> {
  const { key, kind, listingId, text, evidence } = request;
  const hash = hashOfStatement([orderId, kind, listingId, text], evidence);
  return withTransaction(payments.pool, async (db) => {
    const { order, cars } = await lockOrderOfClaim(db, orderId);
    if (order.userId !== userId) throw orderNotFound();
    const repeated = await repeatedClaim(db, key, hash);
    if (repeated !== null) return repeated;
    const listingIds = cars.map((car) => car.listingId).filter((id) => listingId === null || id === listingId);
    if (listingIds.length === 0) throw orderNotFound();
    if ((await claimsOfOrder(db, orderId)).some(({ state }) => !isEnded(state)))
      throw new AppError('conflict', 'a claim is open', { messageKey: 'claims.alreadyOpen' });
    const now = payments.clock.now();
    const facts = await claimFactsOf(db, order, now);
    const { from, until, refusal } = windowOf(kind, facts, now);
    if (refusal) {
      const [day, last] = [(from ?? now).toISOString(), (until ?? now).toISOString()];
      throw new AppError('conflict', `a claim is refused: ${refusal}`, {
        write: (t) => t(`claims.refused.${refusal}`, { day: t.utcDay(day), last: t.utcDay(last) }),
      });
    }
    const next = nextAt('open', facts.terms, now, null);
    const id = await insertClaim(db, { orderId, userId, key, hash, kind, nextAt: next, listingIds });
    const statement = { claimId: id, key, hash, text, evidence, authorId: userId };
    await insertStatement(db, { ...statement, kind: 'claim', author: 'buyer' });
    const frozenCents = await freezeOrder(db, orderId, id);
    await audit(db, origin, {
      actor: actingUser(userId),
      action: 'claim opened',
      subject: { kind: 'order', id: orderId },
      details: { claim: id, kind, frozenCents },
    });
    const claim = await findClaim(db, id);
    if (claim) await mailClaim(db, siteOrigin, claim, 'opened');
    return id;
  });
}

async function repeatedClaim(db: Queryable, key: string, hash: Buffer): Promise<number | null> {
  const found = await claimOfKey(db, key);
  if (!found) return null;
  if (!found.hash.equals(hash)) throw new AppError('unprocessable', 'the key of a claim was reused with other content');
  return found.id;
}
