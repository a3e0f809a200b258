import { undoReceivedTransfer } from '#features/orders/server/api.ts';
import { actingAdmin, audit } from '#features/people/server/api.ts';
import { BOOKS_CURRENCY } from '#lib/i18n/currency.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { IS_FINAL, PAIRS_LINES } from '../../model/line-match.ts';
import type { UnmatchBody } from '../../model/statement-contract.ts';
import { findLine, lockLines, type StoredLine, type StoredMatch } from '../line-store.ts';
import { lockForeignAccounts, unbookMatch } from './book-match.ts';
import { lineNotFound, type MatchDeps, refusedMatch } from './match-case.ts';
import { insertUndo } from './match-store.ts';

/** Undoes a match of a line, so that its part can be matched again. A line of several parts needs to know which. */
export async function unmatchLine(
  { pool, orders }: MatchDeps,
  adminId: number,
  lineId: number,
  { reason, match_id: matchId }: UnmatchBody,
  origin: Origin,
): Promise<void> {
  const meant = partOf(await findLine(pool, lineId), matchId);
  await withTransaction(pool, async (db) => {
    await lockLines(db, [lineId, meant?.otherLineId ?? lineId]);
    const line = await findLine(db, lineId);
    if (!line) throw lineNotFound();
    const match = partOf(line, matchId);
    if (!match) throw refusedMatch('statements.match.none');
    await takeBack({ db, orders, adminId, reason }, line, match);
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: 'statement line unmatched',
      subject: { kind: 'statement line', id: lineId },
      details: { match: match.id, kind: match.kind, cents: match.cents, order: match.orderId, reason },
    });
  });
}

function partOf(line: StoredLine | null, matchId: number | undefined): StoredMatch | undefined {
  if (matchId !== undefined) return line?.matches.find(({ id }) => id === matchId);
  if (line && line.matches.length > 1) throw refusedMatch('statements.match.whichPart', 'match_id');
  return line?.matches[0];
}

type Undoing = { db: Queryable; orders: MatchDeps['orders']; adminId: number; reason: string };

async function takeBack({ db, orders, adminId, reason }: Undoing, line: StoredLine, match: StoredMatch): Promise<void> {
  const { id, kind, otherLineId, orderId, paymentId } = match;
  if (IS_FINAL.includes(kind))
    throw refusedMatch(kind === 'refund_return' ? 'statements.match.returned' : 'statements.match.sent');
  if (!(await insertUndo(db, id, reason, adminId))) throw refusedMatch('statements.match.none');
  if (kind === 'order' && orderId !== null && paymentId !== null) {
    await undoReceivedTransfer(db, orders, { orderId, paymentId, reference: `match-${id}` });
    if (line.currency === BOOKS_CURRENCY) return;
  }
  const other = PAIRS_LINES.includes(kind) && otherLineId !== null ? await findLine(db, otherLineId) : null;
  const pair = partOf(other, undefined);
  if (pair) await insertUndo(db, pair.id, reason, adminId);
  await lockForeignAccounts(db, other ? [line, other] : [line]);
  await unbookMatch(db, line, match);
  // Both lines in other currencies of a conversion have an entry.
  if (other && pair) await unbookMatch(db, other, pair);
}
