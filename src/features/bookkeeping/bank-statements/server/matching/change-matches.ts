import { z } from 'zod';
import {
  countsTowardLimit,
  IS_FINAL,
  MATCH_KINDS,
  type MatchKind,
  needsValue,
  PAIRS_LINES,
} from '#features/bookkeeping/bank-statements/model/line-match.ts';
import type { MatchBody, UnmatchBody } from '#features/bookkeeping/bank-statements/model/statement-contract.ts';
import { checkConfirmed } from '#features/bookkeeping/bank-statements/server/confirming/confirm-statement.ts';
import {
  findLine,
  lockLines,
  type StoredLine,
  type StoredMatch,
} from '#features/bookkeeping/bank-statements/server/line-store.ts';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import { answerToUndo, lockOrderAndCars, undoReceivedTransfer } from '#features/orders/server/api.ts';
import { REASONS } from '#features/payments/order-acts/model/act-answer.ts';
import { lockPeople, reasonText, refusal } from '#features/payments/server/api.ts';
import { type ApprovalKind, actingAdmin, audit, propose } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { BOOKS_CURRENCY } from '#lib/i18n/currency.ts';
import {
  isUniqueViolation,
  type Queryable,
  rowsOf,
  statement,
  withTransaction,
} from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import type { Expected } from '../../model/rate-check.ts';
import { namesOther } from './compare-party.ts';
import { compareWithRate } from './compare-rate.ts';
import {
  importersOf,
  lineNotFound,
  lockForeignAccounts,
  type MatchDeps,
  type Part,
  refusedMatch,
  unbookMatch,
} from './match-case.ts';
import { checkPayer, lockPart, recordMatch } from './match-line.ts';
import { insertUndo } from './match-store.ts';

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
  /** The currency of the part; the value is in dollars, with its sign. */
  currency: z.string().default(BOOKS_CURRENCY),
  usd: z.int().optional(),
  /** Of a conversion, whose `line` is the one that leads: the line on the other account, and what it has if that is in another currency too. */
  other_line: z.int().optional(),
  to: z.object({ cents: z.int(), currency: z.string() }).optional(),
  /** What an exchange rate says that the part is worth. Absent in proposals from before migration 155. */
  rate: z.object({ cents: z.int(), on: z.string() }).nullish(),
  /** What the provider or the bank kept. */
  fee: z.int().default(0),
  /** Of a refund, also one that came back. */
  payment: z.int().optional(),
  payout: z.int().optional(),
  /** Whom the bank names, if that is another person than the one whom the money goes to or came back from. */
  party: z.string().optional(),
  revive: z.boolean().default(false),
});

/** Lets a second person confirm what money of the operator went out for, above the limit of payouts. */
export function matchApproval(deps: MatchDeps): ApprovalKind {
  return {
    kind: 'line match',
    permission: 'statements:write',
    summary(payload, t) {
      const { kind, cents, reason, order, currency, usd, to, rate, fee, party } = proposal.parse(payload);
      const what = t(`admin.statements.kind.${kind}`);
      if (party !== undefined) {
        const amount = t.amount(Math.abs(cents), currency);
        return t(`admin.statements.approval.party.${cents < 0 ? 'out' : 'in'}`, { amount, what, party, reason });
      }
      if (fee > 0)
        return t('admin.statements.approval.fee', {
          amount: t.cents(Math.abs(cents)),
          fee: t.cents(fee),
          what,
          reason,
        });
      if (usd === undefined) return t('admin.statements.approval', { amount: t.cents(-cents), what, reason });
      const side = to && t('admin.statements.approval.to', { amount: t.amount(Math.abs(to.cents), to.currency) });
      const words = [order === undefined ? what : `${what} ${orderNumber(order)}`, side, reason]
        .filter(Boolean)
        .join(': ');
      return t(cents < 0 ? 'admin.statements.approval.out' : 'admin.statements.approval.in', {
        amount: t.amount(Math.abs(cents), currency),
        value: t.cents(Math.abs(usd)),
        what: words,
        rate: rate
          ? t('admin.statements.approval.rate', { amount: t.cents(rate.cents), day: t.date(rate.on) })
          : t('admin.statements.approval.noRate'),
      });
    },
    async execute(db, payload, { proposerId, approverId, origin }) {
      const {
        line,
        kind,
        cents,
        reason,
        order,
        currency,
        usd,
        other_line: other,
        to,
        fee,
        payment,
        payout,
        revive,
      } = proposal.parse(payload);
      const body = {
        kind,
        cents: Math.abs(cents),
        fee_cents: fee,
        revive,
        ...(reason !== '' && { reason }),
        ...(order !== undefined && { order_id: order }),
        ...(payment !== undefined && { payment_id: payment }),
        ...(payout !== undefined && { payout_id: payout }),
        ...(other !== undefined && { other_line_id: other }),
        ...(usd !== undefined && needsValue(kind, currency, to?.currency) && { usd_cents: Math.abs(usd) }),
      };
      await recordMatch(deps, db, line, body, { matchedBy: proposerId, approvedBy: approverId }, origin);
    },
  };
}

/**
 * Matches a line or a part of it. The operator's own payments, and values entered for other currencies, wait for a second person if
 * one person alone would match more within a day than the limit of payouts. So does a value that is far from the exchange rate, and money that the
 * bank says went to, or came back from, another person.
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
      const part = await lockPart(db, lineId, body);
      const { line, usdCents } = part;
      const {
        kind,
        reason = '',
        order_id: order,
        payment_id: payment,
        payout_id: payout,
        fee_cents: fee,
        revive,
      } = body;
      const { expected, isOff } = await compareWithRate(db, part);
      const countedCents = countsTowardLimit(kind, line.currency, usdCents, fee);
      if (kind === 'order' && countedCents > 0 && order !== undefined) await lockOrderAndCars(db, order);
      if (countedCents > 0) await lockPeople(db, [adminId, ...importersOf(part)]);
      const isOther = await namesOther(db, part, body);
      if (isOff || isOther || (await isOffFee(db, part, body)) || (await exceedsLimit(db, adminId, countedCents))) {
        if (kind === 'order') await checkPayer(db, line, body);
        await checkConfirmed(db, kind, part);
        const payload = {
          kind,
          reason,
          ...(order !== undefined && { order }),
          ...(OF_PAYMENT.includes(kind) && payment !== undefined && { payment }),
          ...(kind === 'payout' && payout !== undefined && { payout }),
          ...(isOther && { party: await partiesOf(db, line, body) }),
          ...(fee > 0 && { fee }),
          revive,
          ...(kind === 'return' ? returnedPart(part, body) : proposedPart(part, expected)),
        };
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

const OF_PAYMENT: MatchKind[] = ['refund', 'refund_return'];

const partyOf = ({ counterparty, counterpartyAccount }: StoredLine) =>
  [counterparty, counterpartyAccount].filter(Boolean).join(', ');

/** Whom the bank names. Of the two lines of a return both, that of the one that went out first. */
async function partiesOf(db: Queryable, line: StoredLine, { kind, other_line_id: otherId }: MatchBody) {
  const other = kind === 'return' && otherId !== undefined ? await findLine(db, otherId) : null;
  const lines = other ? [line, other].sort((a, b) => a.cents - b.cents) : [line];
  return lines.map(partyOf).join(' / ');
}

/** Both lines of a return are proposed by the one that went out, whichever was chosen. */
function returnedPart({ line: { id, cents, currency } }: Part, { other_line_id: otherId = 0 }: MatchBody) {
  const [out, back] = cents < 0 ? [id, otherId] : [otherId, id];
  return { line: out, cents: -Math.abs(cents), currency, other_line: back };
}

/** The part that a second person is asked about. Of a conversion, that is always the side that leads, whichever was chosen. */
function proposedPart({ line, cents, usdCents, pair }: Part, rate: Expected | null) {
  const { id, currency } = pair?.lead ?? line;
  const own = { line: id, cents: pair?.lead.cents ?? cents };
  if (currency === BOOKS_CURRENCY) return own;
  const usd = pair && line === pair.other ? -usdCents : usdCents;
  const other = pair?.other;
  const to = other && other.currency !== BOOKS_CURRENCY && { cents: other.cents, currency: other.currency };
  return { ...own, currency, usd, rate, ...(other && { other_line: other.id }), ...(to && { to }) };
}

const OFF_FEE = statement('select is_off_fee($1, $2, $3) as "isOff"');

/** Returns whether a fee is more than a quarter of what a provider settled, or the whole is more than the provider owes us. */
async function isOffFee(db: Queryable, { cents }: Part, { kind, fee_cents: fee }: MatchBody): Promise<boolean> {
  if (fee === 0) return false;
  return (await rowsOf<{ isOff: boolean }>(db, OFF_FEE, [kind, cents, fee]))[0]?.isOff ?? false;
}

/** The caller has locked the person. */
async function exceedsLimit(db: Queryable, adminId: number, cents: number): Promise<boolean> {
  if (cents === 0) return false;
  const [left] = await rowsOf<{ cents: number }>(db, LIMIT, [adminId]);
  return cents > (left?.cents ?? 0);
}

const undoProposal = z.object({
  line: z.int(),
  match: z.int(),
  cents: z.int(),
  currency: z.string(),
  order: z.int(),
  reason: z.string(),
  /** Why the order gives money away only by two people. */
  why: z.enum(REASONS),
});

/** Lets a second person approve that a transfer leaves an order whose car has export papers or is gone. */
export function undoApproval(deps: MatchDeps): ApprovalKind {
  return {
    kind: 'match undo',
    permission: 'statements:write',
    summary(payload, t) {
      const { cents, currency, order, reason, why } = undoProposal.parse(payload);
      const facts = { amount: t.amount(cents, currency), number: orderNumber(order), reason };
      const words = reasonText(t, 'undo_match', why, { openCents: 0 });
      return t('admin.statements.undo.approval', { ...facts, why: words });
    },
    async execute(db, payload, { proposerId, approverId, origin }) {
      const { line: lineId, match: matchId, reason } = undoProposal.parse(payload);
      const { line, match } = await lockMatch(db, lineId, matchId);
      const by = { undoneBy: proposerId, approvedBy: approverId, reason };
      await takeBack({ db, orders: deps.orders, by }, line, match, origin);
    },
  };
}

/**
 * Undoes a match of a line, so that its part can be matched again. A line of several parts needs to know which. Proposes it to a second person if
 * the money leaves an order whose car has export papers or is gone.
 */
export async function unmatchLine(
  deps: MatchDeps,
  adminId: number,
  lineId: number,
  { reason, match_id: matchId }: UnmatchBody,
  origin: Origin,
): Promise<'undone' | 'proposed'> {
  const { pool, orders } = deps;
  const meant = partOf(await findLine(pool, lineId), matchId);
  return withTransaction(pool, async (db) => {
    const { line, match } = await lockMatch(db, lineId, matchId, meant?.otherLineId);
    const { id, kind, cents, orderId: order } = match;
    const asked = kind === 'order' && order !== null ? await answerToUndo(db, orders, order) : null;
    if (asked?.answer.may === 'no') throw refusal('undo_match', asked.answer.why, asked.facts);
    if (asked?.answer.may === 'second') {
      const { why } = asked.answer;
      const payload = { line: lineId, match: id, cents, currency: line.currency, order, reason, why };
      const { done, messageKey } = await propose(db, undoApproval(deps), payload, { id: adminId }, origin);
      if (!done) throw new AppError('conflict', 'proposed already', { messageKey });
      return 'proposed';
    }
    await takeBack({ db, orders, by: { undoneBy: adminId, approvedBy: null, reason } }, line, match, origin);
    return 'undone';
  });
}

/** Locks a line, and the other one of a pair, and returns the line with one of its matches. */
async function lockMatch(db: Queryable, lineId: number, matchId?: number, otherLineId?: number | null) {
  await lockLines(db, [lineId, otherLineId ?? lineId]);
  const line = await findLine(db, lineId);
  if (!line) throw lineNotFound();
  const match = partOf(line, matchId);
  if (!match) throw refusedMatch('statements.match.none');
  return { line, match };
}

function partOf(line: StoredLine | null, matchId: number | undefined): StoredMatch | undefined {
  if (matchId !== undefined) return line?.matches.find(({ id }) => id === matchId);
  if (line && line.matches.length > 1) throw refusedMatch('statements.match.whichPart', 'match_id');
  return line?.matches[0];
}

type Undoing = {
  db: Queryable;
  orders: MatchDeps['orders'];
  by: { undoneBy: number; approvedBy: number | null; reason: string };
};

async function takeBack(undoing: Undoing, line: StoredLine, match: StoredMatch, origin: Origin): Promise<void> {
  const { db, by } = undoing;
  await undoNow(undoing, line, match);
  await audit(db, origin, {
    actor: actingAdmin(by.undoneBy),
    action: 'statement line unmatched',
    subject: { kind: 'statement line', id: line.id },
    details: {
      match: match.id,
      kind: match.kind,
      cents: match.cents,
      order: match.orderId,
      reason: by.reason,
      ...(by.approvedBy !== null && { approvedBy: by.approvedBy }),
    },
  });
}

async function undoNow({ db, orders, by }: Undoing, line: StoredLine, match: StoredMatch): Promise<void> {
  const { id, kind, otherLineId, orderId, paymentId } = match;
  if (IS_FINAL.includes(kind))
    throw refusedMatch(kind === 'refund_return' ? 'statements.match.returned' : 'statements.match.sent');
  if (!(await insertUndo(db, id, by))) throw refusedMatch('statements.match.none');
  if (kind === 'order' && orderId !== null && paymentId !== null) {
    const isApproved = by.approvedBy !== null;
    await undoReceivedTransfer(db, orders, { orderId, paymentId, reference: `match-${id}`, isApproved });
    if (line.currency === BOOKS_CURRENCY) return;
  }
  const other = PAIRS_LINES.includes(kind) && otherLineId !== null ? await findLine(db, otherLineId) : null;
  const pair = partOf(other, undefined);
  if (pair) await insertUndo(db, pair.id, by);
  await lockForeignAccounts(db, other ? [line, other] : [line]);
  await unbookMatch(db, line, match);
  // Both lines in other currencies of a conversion have an entry.
  if (other && pair) await unbookMatch(db, other, pair);
}
