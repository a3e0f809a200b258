import { releaseFreeze } from '#features/payments/server/api.ts';
import { actingUser, audit, done, type Outcome } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { canTransition } from '../model/claim.ts';
import type { ClaimDeps } from './claim-deps.ts';
import { mailClaim } from './claim-mails.ts';
import { claimNotFound, lockWholeClaim } from './claim-party.ts';
import { moveClaim } from './claim-store.ts';

/** Withdraws a claim of a buyer: the money goes back to where it was. */
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
