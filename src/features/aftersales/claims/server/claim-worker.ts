import { answerOf } from '#features/payments/server/api.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { type Run, workInTurn } from '#lib/server/jobs/job-runs.ts';
import { nextAt } from '../model/claim.ts';
import { decisionBySilence } from '../model/decision.ts';
import { mailClaim } from './claim-mails.ts';
import { claimTermsOf, dueClaims, moveClaim, SYSTEM } from './claim-store.ts';
import { executeDecision, moneyOfClaim } from './decide-claim.ts';
import { type ClaimDeps, lockWholeClaim } from './read-claims.ts';

/**
 * Advances claims whose deadline has passed: a claim without an answer or addition is reviewed, and one without a decision is decided by the
 * terms. An error does not stop the other claims.
 */
export async function advanceClaims(
  deps: Pick<ClaimDeps, 'bookings'>,
  onError: (error: unknown) => void,
  run?: Run,
): Promise<void> {
  const { pool, clock } = deps.bookings.payments;
  // Claims that have to wait, for a dispute for instance, stay due. They must not keep others from their turn.
  let due = await dueClaims(pool, clock.now(), 0);
  for (let last = due.at(-1); last !== undefined; last = due.at(-1)) {
    await workInTurn(due, { pool, queue: 'claims', work: (id) => advance(deps, id), onError, run });
    due = await dueClaims(pool, clock.now(), last);
  }
}

const BY_RULE = 'Nobody decided in time. By the terms of the order, the frozen money goes back to the buyer.';

async function advance(deps: Pick<ClaimDeps, 'bookings'>, id: number): Promise<void> {
  const { pool, clock } = deps.bookings.payments;
  await withTransaction(pool, async (db) => {
    const locked = await lockWholeClaim(db, id);
    const { claim, order, cars } = locked;
    const now = clock.now();
    if (claim.nextAt === null || claim.nextAt > now) return;
    if (claim.state === 'open' || claim.state === 'answered') {
      const next = nextAt('under_review', await claimTermsOf(db, order.id), now, null);
      await moveClaim(db, claim, 'under_review', next, SYSTEM);
      await mailClaim(db, deps.bookings.siteOrigin, { ...claim, state: 'under_review', nextAt: next }, 'review');
      return;
    }
    // No money is paid out while a watch-list hit is open. Staff clear it.
    if ((await answerOf(db, order.id, 'rule_claim', now)).answer.may !== 'yes') return;
    const money = await moneyOfClaim(db, order, cars);
    const by = { decidedBy: null, approvedBy: null, reason: BY_RULE };
    await executeDecision(deps, db, locked, decisionBySilence(money), money, by);
  });
}
