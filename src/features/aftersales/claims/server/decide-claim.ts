import { z } from 'zod';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import { askOrder, lockPerson, TIMELESS } from '#features/payments/server/api.ts';
import {
  type ApprovalKind,
  actingAdmin,
  audit,
  done,
  type Outcome,
  propose,
  refused,
} from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { type Queryable, rowsOf, statement, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';
import { isDecidable, nextAt } from '../model/claim.ts';
import { type Decision, decisionOf } from '../model/decision.ts';
import type { ClaimDeps } from './claim-party.ts';
import { claimNotFound, type LockedClaim, lockWholeClaim } from './claim-party.ts';
import { claimTermsOf, findClaim, moveClaim } from './claim-store.ts';
import { executeDecision, moneyOfClaim, type WholeMoney } from './execute-decision.ts';

const LIMIT = statement(`
  select greatest(claim_limit_cents - decided_alone($1, $2), 0) as cents from order_terms order by version desc limit 1`);

/** Returns what a person may still give back to the buyer of an order by deciding a claim alone. */
export async function decisionLimit(db: Queryable, orderId: number, adminId: number): Promise<number> {
  return (await rowsOf<{ cents: number }>(db, LIMIT, [orderId, adminId]))[0]?.cents ?? 0;
}

const proposal = z.object({
  claim: z.int(),
  order: z.int(),
  toBuyerCents: z.int(),
  toSellerCents: z.int(),
  frozenCents: z.int(),
  reason: z.string(),
});
export type DecisionRequest = Pick<z.output<typeof proposal>, 'toBuyerCents' | 'toSellerCents' | 'reason'>;

/** Lets a second person confirm a decision above the limit, which is executed in the transaction of the approval. */
export function decisionApproval(deps: Pick<ClaimDeps, 'bookings'>): ApprovalKind {
  return {
    kind: 'claim decision',
    permission: 'payments:write',
    summary(payload, t) {
      const { order, toBuyerCents, toSellerCents, reason } = proposal.parse(payload);
      const [buyer, seller] = [t.cents(toBuyerCents), t.cents(toSellerCents)];
      return t('admin.claims.approval', { number: orderNumber(order), buyer, seller, reason });
    },
    async execute(db, payload, { proposerId, approverId, origin }) {
      const { claim: id, ...request } = proposal.parse(payload);
      const { locked, decision, money } = await checkedDecision(db, id, request);
      if (locked.claim.state !== 'decided' || decision.frozenCents !== request.frozenCents)
        throw new AppError('conflict', 'the claim changed', { messageKey: 'claims.changed' });
      const by = { decidedBy: proposerId, approvedBy: approverId, reason: request.reason };
      await executeDecision(deps, db, locked, decision, money, by);
      await auditDecision(db, approverId, origin, locked, decision, 'claim decision approved');
    },
  };
}

/**
 * Decides a claim by a split of what is frozen. Above the limit the decision is proposed, and a second person confirms it before any
 * money moves.
 */
export async function decideClaim(
  deps: Pick<ClaimDeps, 'bookings'>,
  admin: Pick<SignedInAdmin, 'id'>,
  id: number,
  request: DecisionRequest,
  origin: Origin,
): Promise<Outcome> {
  const { pool, clock } = deps.bookings.payments;
  if (!(await findClaim(pool, id))) throw claimNotFound();
  return withTransaction(pool, async (db) => {
    const { locked, decision, money } = await checkedDecision(db, id, request);
    const { claim, order } = locked;
    // Two decisions of a person wait for each other, because they count together.
    await lockPerson(db, admin.id);
    if (decision.toBuyerCents <= (await decisionLimit(db, order.id, admin.id))) {
      await executeDecision(deps, db, locked, decision, money, {
        decidedBy: admin.id,
        approvedBy: null,
        reason: request.reason,
      });
      await auditDecision(db, admin.id, origin, locked, decision, 'claim decided');
      return done('admin.claims.executed');
    }
    const { toBuyerCents, toSellerCents, reason } = request;
    const payload = {
      claim: id,
      order: order.id,
      toBuyerCents,
      toSellerCents,
      frozenCents: decision.frozenCents,
      reason,
    };
    const outcome = await propose(db, decisionApproval(deps), payload, admin, origin);
    if (!outcome.done) return refused('admin.approvals.alreadyOpen');
    const reviewEnds = claim.state === 'answered' ? null : claim.nextAt;
    const next = nextAt('decided', await claimTermsOf(db, order.id), clock.now(), reviewEnds);
    await moveClaim(db, claim, 'decided', next, { actor: 'admin', actorId: admin.id });
    return outcome;
  });
}

type Checked = { locked: LockedClaim; decision: Decision; money: WholeMoney };

/** Locks a claim and turns a split into a decision. Throws if the claim is not to be decided now or the split is impossible. */
async function checkedDecision(
  db: Queryable,
  id: number,
  { toBuyerCents, toSellerCents }: Pick<DecisionRequest, 'toBuyerCents' | 'toSellerCents'>,
): Promise<Checked> {
  const locked = await lockWholeClaim(db, id);
  const { claim, order, cars } = locked;
  if (!isDecidable(claim.state))
    throw new AppError('conflict', `a claim is ${claim.state}`, {
      messageKey: claim.state === 'open' ? 'admin.claims.unanswered' : 'claims.ended',
    });
  await askOrder(db, order.id, 'decide_claim', { now: TIMELESS });
  const money = await moneyOfClaim(db, order, cars);
  const decision = decisionOf({ toBuyerCents, toSellerCents }, money);
  if (typeof decision === 'string') {
    const { frozenCents, refundableCents, paidOutCents, openCents, sellersCents } = money;
    throw new AppError('conflict', `a split is refused: ${decision}`, {
      write: (t) =>
        t(`admin.claims.split.${decision}`, {
          frozen: t.cents(frozenCents),
          refundable: t.cents(refundableCents),
          paidOut: t.cents(paidOutCents),
          open: t.cents(openCents),
          share: t.cents(sellersCents),
        }),
    });
  }
  return { locked, decision, money };
}

function auditDecision(
  db: Queryable,
  adminId: number,
  origin: Origin,
  { claim, order }: LockedClaim,
  decision: Decision,
  action: 'claim decided' | 'claim decision approved',
): Promise<void> {
  const subject = { kind: 'order', id: order.id } as const;
  return audit(db, origin, { actor: actingAdmin(adminId), action, subject, details: { claim: claim.id, ...decision } });
}
