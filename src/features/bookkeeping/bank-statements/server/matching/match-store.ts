import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { MatchKind } from '../../model/line-match.ts';

const INSERT = statement(`
  insert into line_matches (
    line_id, n, kind, cents, order_id, payment_id, payout_id, other_line_id, fee_cents, payer_differs, reason, matched_by, approved_by,
    usd_cents)
  values ($1, 0, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning id`);
const UNDO = statement(`
  insert into line_match_undos (match_id, reason, undone_by, approved_by) values ($1, $2, $3, $4)
  on conflict (match_id) do nothing returning match_id`);

type NewMatch = {
  lineId: number;
  kind: MatchKind;
  /** The part of the line, with its sign. */
  cents: number;
  /** The value of a part in another currency. */
  usdCents?: number;
  orderId?: number;
  paymentId?: number;
  payoutId?: number;
  otherLineId?: number;
  feeCents?: number;
  payerDiffers?: boolean;
  reason: string | null;
  matchedBy: number;
  approvedBy: number | null;
};

/** Inserts a match and returns its id. Throws a unique violation if less than its amount is left of the line. */
export async function insertMatch(db: Queryable, match: NewMatch): Promise<number> {
  const { lineId, kind, cents, orderId, paymentId, payoutId, otherLineId, feeCents, payerDiffers, reason } = match;
  const target = [orderId ?? null, paymentId ?? null, payoutId ?? null, otherLineId ?? null];
  const people = [match.matchedBy, match.approvedBy];
  const values = [
    lineId,
    kind,
    cents,
    ...target,
    feeCents ?? 0,
    payerDiffers ?? false,
    reason,
    ...people,
    match.usdCents ?? null,
  ];
  return (await rowsOf<{ id: number }>(db, INSERT, values))[0]!.id;
}

/** Undoes a match. Returns false if it was undone before. */
export async function insertUndo(
  db: Queryable,
  matchId: number,
  { reason, undoneBy, approvedBy }: { reason: string; undoneBy: number; approvedBy: number | null },
): Promise<boolean> {
  return (await rowsOf(db, UNDO, [matchId, reason, undoneBy, approvedBy])).length > 0;
}
