import { z } from 'zod';
import { type ApprovalKind, propose } from '#features/approvals/server/api.ts';
import { orderNumber } from '#features/orders/model/order.ts';
import { lockPerson } from '#features/payments/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { BOOKS_CURRENCY } from '#lib/i18n/currency.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import { isUniqueViolation, type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { countsTowardLimit, MATCH_KINDS, needsValue } from '../../model/line-match.ts';
import type { MatchBody } from '../../model/statement-contract.ts';
import { type MatchDeps, type Matching, refusedMatch } from './match-case.ts';
import { conversionPair } from './match-conversion.ts';
import { lockPart, recordMatch } from './match-line.ts';
import { checkPayer } from './match-transfer.ts';

const LIMIT = statement(`
  select payout_limit_cents - matched_alone_today($1) as cents from order_terms order by version desc limit 1`);

/** `cents`: the part of the line, with its sign. */
const proposal = z.object({
  line: z.int(),
  kind: z.enum(MATCH_KINDS),
  cents: z.int(),
  reason: z.string(),
  /** Of a bill for shipping, or of an order that is paid in another currency. */
  order: z.int().optional(),
  /** Of a part in another currency than that of the books: what it is worth, with its sign. */
  currency: z.string().default(BOOKS_CURRENCY),
  usd: z.int().optional(),
  /** Of a conversion, whose `line` is the one in another currency: the line in dollars. */
  other_line: z.int().optional(),
  revive: z.boolean().default(false),
});

/** Lets a second person confirm what money of the operator went out for, above the limit of payouts. */
export function matchApproval(deps: MatchDeps): ApprovalKind {
  return {
    kind: 'line match',
    permission: 'statements:write',
    summary(payload, t) {
      const { kind, cents, reason, order, currency, usd } = proposal.parse(payload);
      const what = t(`admin.statements.kind.${kind}`);
      if (usd === undefined) return t('admin.statements.approval', { amount: t.cents(-cents), what, reason });
      const words = [order === undefined ? what : `${what} ${orderNumber(order)}`, reason].filter(Boolean).join(': ');
      return t(cents < 0 ? 'admin.statements.approval.out' : 'admin.statements.approval.in', {
        amount: t.amount(Math.abs(cents), currency),
        value: t.cents(Math.abs(usd)),
        what: words,
      });
    },
    async execute(db, payload, { proposerId, approverId, origin }) {
      const { line, kind, cents, reason, order, currency, usd, other_line: other, revive } = proposal.parse(payload);
      const body = {
        kind,
        cents: Math.abs(cents),
        fee_cents: 0,
        revive,
        ...(reason !== '' && { reason }),
        ...(order !== undefined && { order_id: order }),
        ...(other !== undefined && { other_line_id: other }),
        ...(usd !== undefined && needsValue(kind, currency) && { usd_cents: Math.abs(usd) }),
      };
      await recordMatch(deps, db, line, body, { matchedBy: proposerId, approvedBy: approverId }, origin);
    },
  };
}

/**
 * Matches a line or a part of it. Payments of the operator's own, and values that somebody gives to other currencies, wait for a second person if
 * one person alone would match more within a day than the limit of payouts.
 */
export async function matchLine(
  deps: MatchDeps,
  adminId: number,
  lineId: number,
  body: MatchBody,
  origin: Origin,
): Promise<'matched' | 'proposed'> {
  try {
    return await withTransaction(deps.pool, async (db) => {
      const { line, cents, usdCents } = await lockPart(db, lineId, body);
      if (await exceedsLimit(db, adminId, countsTowardLimit(body.kind, line.currency, usdCents))) {
        const { kind, reason = '', order_id: order, revive } = body;
        if (kind === 'order') await checkPayer(db, line, body);
        const part = await proposedPart({ db, line, cents, usdCents, body });
        const payload = { kind, reason, ...(order !== undefined && { order }), revive, ...part };
        const { done, messageKey } = await propose(db, matchApproval(deps), payload, { id: adminId }, origin);
        if (!done) throw new AppError('conflict', 'proposed already', { messageKey });
        return 'proposed';
      }
      await recordMatch(deps, db, lineId, body, { matchedBy: adminId, approvedBy: null }, origin);
      return 'matched';
    });
  } catch (error) {
    // The trigger of matches refuses more than is left even without the lock.
    throw isUniqueViolation(error) ? refusedMatch('statements.match.twice') : error;
  }
}

/** The part that a second person is asked about. Of a conversion, that is always the line in another currency, whichever side was chosen. */
async function proposedPart({ db, line, cents, usdCents, body }: Omit<Matching, 'deps' | 'by'>) {
  if (body.kind === 'conversion') {
    const { foreign, dollars } = await conversionPair(db, line, cents, body.other_line_id);
    const { id, currency } = foreign;
    return { line: id, cents: foreign.cents, currency, usd: -dollars.cents, other_line: dollars.id };
  }
  const { id, currency } = line;
  return { line: id, cents, ...(currency !== BOOKS_CURRENCY && { currency, usd: usdCents }) };
}

async function exceedsLimit(db: Queryable, adminId: number, cents: number): Promise<boolean> {
  if (cents === 0) return false;
  await lockPerson(db, adminId);
  const [left] = await rowsOf<{ cents: number }>(db, LIMIT, [adminId]);
  return cents > (left?.cents ?? 0);
}
