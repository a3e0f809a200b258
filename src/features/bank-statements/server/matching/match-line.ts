import { actingAdmin, audit } from '#features/audit/server/api.ts';
import { postMatch, postTransportBill } from '#features/ledger/server/api.ts';
import { findOrder } from '#features/orders/server/api.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import { isUniqueViolation } from '#lib/server/database/statement.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { kindsFor } from '../../model/line-match.ts';
import type { MatchBody } from '../../model/statement-contract.ts';
import { findLine, lockLines } from '../line-store.ts';
import { lineNotFound, type MatchDeps, type Matched, type Matching, refusedMatch } from './match-case.ts';
import { insertMatch } from './match-store.ts';
import { matchOrder, matchPayout, matchRefund } from './match-transfer.ts';

/** Matches a line. The ledger entry and all consequences are part of the same transaction. */
export async function matchLine(
  deps: MatchDeps,
  adminId: number,
  lineId: number,
  body: MatchBody,
  origin: Origin,
): Promise<void> {
  try {
    await withTransaction(deps.pool, async (db) => {
      await lockLines(db, [lineId, body.other_line_id ?? lineId]);
      const line = await findLine(db, lineId);
      if (!line) throw lineNotFound();
      if (line.match) throw refusedMatch('statements.match.twice');
      if (!kindsFor(line.cents).includes(body.kind)) throw refusedMatch('statements.match.direction');
      const { matchId, details } = await MATCHERS[body.kind]({ deps, db, line, body, adminId });
      await audit(db, origin, {
        actor: actingAdmin(adminId),
        action: body.kind === 'set_aside' ? 'statement line set aside' : 'statement line matched',
        subject: { kind: 'statement line', id: lineId },
        details: { match: matchId, kind: body.kind, cents: line.cents, reason: body.reason ?? null, ...details },
      });
    });
  } catch (error) {
    // The unique index refuses a second match even without the lock.
    throw isUniqueViolation(error) ? refusedMatch('statements.match.twice') : error;
  }
}

const MATCHERS: Record<MatchBody['kind'], (matching: Matching) => Promise<Matched>> = {
  order: matchOrder,
  refund: matchRefund,
  payout: matchPayout,
  fee: matchFee,
  provider_payout: matchProviderPayout,
  transport_bill: matchTransportBill,
  return: matchReturn,
  set_aside: setAside,
};

/** Money that came in and is no buyer's becomes ours here, so it needs a reason. */
async function matchFee({ db, line: { id: lineId, cents }, body, adminId }: Matching): Promise<Matched> {
  if (cents > 0 && !body.reason) throw refusedMatch('statements.match.reasonMissing', 'reason');
  const matchId = await insertMatch(db, { lineId, kind: 'fee', reason: body.reason ?? null, matchedBy: adminId });
  await postMatch(db, { lineId, matchId, kind: 'bank fee' }, { unidentified_receipts: cents, bank_fees: -cents });
  return { matchId };
}

/** The provider pays out what buyers paid by card, less what it keeps. */
async function matchProviderPayout({ db, line: { id: lineId, cents }, body, adminId }: Matching): Promise<Matched> {
  const { fee_cents: feeCents, reason = null } = body;
  const matchId = await insertMatch(db, { lineId, kind: 'provider_payout', feeCents, reason, matchedBy: adminId });
  await postMatch(
    db,
    { lineId, matchId, kind: 'provider payout' },
    { unidentified_receipts: cents, card_fees: feeCents, gateway: -cents - feeCents },
  );
  return { matchId, details: { feeCents } };
}

/** A bill for shipping the cars of an order. The reason says whose it is. */
async function matchTransportBill({ db, line: { id: lineId, cents }, body, adminId }: Matching): Promise<Matched> {
  const { order_id: orderId = 0, reason } = body;
  if (!reason) throw refusedMatch('statements.match.reasonMissing', 'reason');
  if (!(await findOrder(db, orderId))) throw refusedMatch('statements.match.noOrder', 'order_id');
  const matchId = await insertMatch(db, { lineId, kind: 'transport_bill', orderId, reason, matchedBy: adminId });
  await postTransportBill(db, orderId, { lineId, matchId, cents });
  return { matchId, details: { orderId } };
}

/** Two lines that cancel each other. Both were in `unidentified_receipts`, so no entry is needed. */
async function matchReturn({ db, line, body, adminId }: Matching): Promise<Matched> {
  const { other_line_id: otherId, reason = null } = body;
  const other = otherId === undefined ? null : await findLine(db, otherId);
  if (!other) throw refusedMatch('statements.match.noReturn', 'other_line_id');
  if (other.match) throw refusedMatch('statements.match.twice');
  if (other.cents !== -line.cents || other.account !== line.account) throw refusedMatch('statements.match.noReturn');
  const pair = { kind: 'return', reason, matchedBy: adminId } as const;
  await insertMatch(db, { ...pair, lineId: other.id, otherLineId: line.id });
  const matchId = await insertMatch(db, { ...pair, lineId: line.id, otherLineId: other.id });
  return { matchId, details: { otherLine: other.id } };
}

async function setAside({ db, line: { id: lineId }, body, adminId }: Matching): Promise<Matched> {
  if (!body.reason) throw refusedMatch('statements.match.reasonMissing', 'reason');
  return { matchId: await insertMatch(db, { lineId, kind: 'set_aside', reason: body.reason, matchedBy: adminId }) };
}
