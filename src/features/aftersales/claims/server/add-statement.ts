import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import { isEnded, nextAt } from '../model/claim.ts';
import { MAX_STATEMENTS } from '../model/claim-contract.ts';
import type { ClaimDeps } from './claim-deps.ts';
import { mailClaim } from './claim-mails.ts';
import { claimNotFound, lockWholeClaim, roleOf } from './claim-party.ts';
import { claimTermsOf, moveClaim } from './claim-store.ts';
import {
  type Evidence,
  hashOfStatement,
  insertStatement,
  statementOfKey,
  statementsOfClaim,
} from './statement-store.ts';

export type StatementRequest = { key: string; text: string; evidence: Evidence[] };

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
