import { orderNotFound } from '#features/orders/server/api.ts';
import { freezeOrder, releaseFreeze } from '#features/payments/server/api.ts';
import { actingUser, audit, done, type Outcome } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { type ClaimKind, canTransition, isEnded, nextAt, windowOf } from '../model/claim.ts';
import { MAX_STATEMENTS } from '../model/claim-contract.ts';
import { mailClaim } from './claim-mails.ts';
import {
  claimOfKey,
  claimsOfOrder,
  claimTermsOf,
  type Evidence,
  findClaim,
  hashOfStatement,
  insertClaim,
  insertStatement,
  moveClaim,
  statementOfKey,
  statementsOfClaim,
} from './claim-store.ts';
import {
  type ClaimDeps,
  claimFactsOf,
  claimNotFound,
  lockOrderOfClaim,
  lockWholeClaim,
  roleOf,
} from './read-claims.ts';

type ClaimRequest = {
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

type StatementRequest = { key: string; text: string; evidence: Evidence[] };

/**
 * Adds what a party says to a claim. `answer`: the seller's answer, which begins the time in which the buyer may add to the claim. A repeated
 * call with the same key changes nothing.
 */
export async function addStatement(
  { bookings: { payments, siteOrigin } }: Pick<ClaimDeps, 'bookings'>,
  userId: number,
  id: number,
  kind: 'answer' | 'evidence',
  { key, text, evidence }: StatementRequest,
): Promise<void> {
  const hash = hashOfStatement([id, kind, text], evidence);
  await withTransaction(payments.pool, async (db) => {
    const { claim, order, cars } = await lockWholeClaim(db, id);
    const role = roleOf(order, cars, userId);
    if (!role) throw claimNotFound();
    const repeated = await statementOfKey(db, key);
    if (repeated) {
      if (repeated.claimId === id && repeated.hash.equals(hash)) return;
      throw new AppError('unprocessable', 'the key of a statement was reused with other content');
    }
    if (text === '' && evidence.length === 0)
      throw new AppError('malformed', 'nothing is said', { messageKey: 'claims.sayOrShow' });
    const said = await statementsOfClaim(db, id);
    if (kind === 'answer') {
      if (role !== 'seller') throw new AppError('forbidden', 'not the seller', { messageKey: 'claims.onlySeller' });
      if (claim.state !== 'open') throw new AppError('conflict', 'answered', { messageKey: 'claims.notOpen' });
    }
    if (isEnded(claim.state) || claim.state === 'decided')
      throw new AppError('conflict', `a claim is ${claim.state}`, { messageKey: 'claims.ended' });
    if (said.filter(({ author }) => author === role).length >= MAX_STATEMENTS)
      throw new AppError('conflict', 'too many statements', { messageKey: 'claims.tooMuch' });
    const statement = { claimId: id, key, hash, text, evidence, author: role, authorId: userId };
    await insertStatement(db, { ...statement, kind });
    if (kind === 'evidence') return mailClaim(db, siteOrigin, claim, 'evidence', role);
    const next = nextAt('answered', await claimTermsOf(db, order.id), payments.clock.now(), null);
    await moveClaim(db, claim, 'answered', next, { actor: 'seller', actorId: userId });
    await mailClaim(db, siteOrigin, { ...claim, state: 'answered', nextAt: next }, 'answered');
  });
}

/** Withdraws a buyer's claim and returns the frozen money to its accounts. */
export function withdrawClaim(
  { bookings: { payments, siteOrigin } }: Pick<ClaimDeps, 'bookings'>,
  userId: number,
  id: number,
  origin: Origin,
): Promise<Outcome> {
  return withTransaction(payments.pool, async (db) => {
    const { claim } = await lockWholeClaim(db, id);
    if (claim.userId !== userId) throw claimNotFound();
    if (!canTransition(claim.state, 'withdrawn'))
      throw new AppError('conflict', `a claim is ${claim.state}`, { messageKey: 'claims.ended' });
    await moveClaim(db, claim, 'withdrawn', null, { actor: 'buyer', actorId: userId });
    await releaseFreeze(db, id);
    await audit(db, origin, {
      actor: actingUser(userId),
      action: 'claim withdrawn',
      subject: { kind: 'order', id: claim.orderId },
      details: { claim: id },
    });
    await mailClaim(db, siteOrigin, { ...claim, state: 'withdrawn', nextAt: null }, 'withdrawn');
    return done('claims.withdrawn');
  });
}
