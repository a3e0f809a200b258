import { actingAdmin, audit } from '#features/audit/server/api.ts';
import { undoMatch } from '#features/ledger/server/api.ts';
import { undoReceivedTransfer } from '#features/orders/server/api.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { findLine, lockLines, type StoredLine, type StoredMatch } from '../line-store.ts';
import { lineNotFound, type MatchDeps, refusedMatch } from './match-case.ts';
import { insertUndo } from './match-store.ts';

/** Undoes the match of a line, so that it can be matched again. */
export async function unmatchLine(
  { pool, orders }: MatchDeps,
  adminId: number,
  lineId: number,
  reason: string,
  origin: Origin,
): Promise<void> {
  const otherId = (await findLine(pool, lineId))?.match?.otherLineId ?? lineId;
  await withTransaction(pool, async (db) => {
    await lockLines(db, [lineId, otherId]);
    const line = await findLine(db, lineId);
    if (!line) throw lineNotFound();
    const { match } = line;
    if (!match) throw refusedMatch('statements.match.none');
    await takeBack({ db, orders, adminId, reason }, line, match);
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: 'statement line unmatched',
      subject: { kind: 'statement line', id: lineId },
      details: { match: match.id, kind: match.kind, order: match.orderId, reason },
    });
  });
}

type Undoing = { db: Queryable; orders: MatchDeps['orders']; adminId: number; reason: string };

async function takeBack({ db, orders, adminId, reason }: Undoing, line: StoredLine, match: StoredMatch): Promise<void> {
  const { id, kind, otherLineId, orderId, paymentId } = match;
  if (kind === 'refund' || kind === 'payout') throw refusedMatch('statements.match.sent');
  if (!(await insertUndo(db, id, reason, adminId))) throw refusedMatch('statements.match.none');
  if (kind === 'fee' || kind === 'provider_payout' || kind === 'transport_bill') return undoMatch(db, line.id, id);
  if (kind === 'order' && orderId !== null && paymentId !== null) {
    return undoReceivedTransfer(db, orders, { orderId, paymentId, reference: `match-${id}` });
  }
  if (kind === 'return' && otherLineId !== null) {
    const other = await findLine(db, otherLineId);
    if (other?.match) await insertUndo(db, other.match.id, reason, adminId);
  }
}
