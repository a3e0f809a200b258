import { findOrder, lockOrder } from '#features/orders/server/api.ts';
import { postCashReturnBooked, postTransportBill } from '#features/payments/server/api.ts';
import { actingAdmin, audit } from '#features/people/server/api.ts';
import { BOOKS_CURRENCY } from '#lib/i18n/currency.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { BOOKED_TO, isBooked, KEEPS_A_FEE, kindsFor, needsReason, needsValue } from '../../model/line-match.ts';
import { payeeDiffers } from '../../model/payee.ts';
import type { MatchBody } from '../../model/statement-contract.ts';
import { isUnconfirmed } from '../confirming/confirmation-store.ts';
import { unconfirmed } from '../confirming/unconfirmed-lines.ts';
import { findLine, lockLines } from '../line-store.ts';
import { payeeOfCashReturn } from '../outgoing/cash-return-line-store.ts';
import { bookMatch } from './book-match.ts';
import {
  type By,
  lineNotFound,
  type MatchDeps,
  type Matched,
  type Matching,
  type Part,
  refusedMatch,
  storedValue,
} from './match-case.ts';
import { conversionPair, matchConversion } from './match-conversion.ts';
import { matchRefund, matchRefundReturn, otherPayee } from './match-refund.ts';
import { insertMatch } from './match-store.ts';
import { matchOrder, matchPayout } from './match-transfer.ts';

/** Locks a line and returns it with the part of it that a match is about and the value of that part, which carry the sign of the line. */
export async function lockPart(
  db: Queryable,
  lineId: number,
  { kind, cents, usd_cents: value, left_cents: leftSeen, other_line_id: otherId, reason }: MatchBody,
): Promise<Part> {
  await lockLines(db, [lineId, otherId ?? lineId]);
  const line = await findLine(db, lineId);
  if (!line) throw lineNotFound();
  if (line.leftCents === 0) throw refusedMatch('statements.match.twice');
  if (leftSeen !== undefined && leftSeen !== Math.abs(line.leftCents)) throw refusedMatch('statements.match.changed');
  if (!kindsFor(line).includes(kind))
    throw refusedMatch(
      line.currency === BOOKS_CURRENCY ? 'statements.match.direction' : 'statements.match.foreignKind',
    );
  const part = cents === undefined ? line.leftCents : cents * Math.sign(line.cents);
  if (Math.abs(part) > Math.abs(line.leftCents)) throw refusedMatch('statements.match.partTooLarge', 'cents');
  if (needsReason(kind, line.cents) && !reason) throw refusedMatch('statements.match.reasonMissing', 'reason');
  const pair = kind === 'conversion' ? await conversionPair(db, line, part, otherId) : null;
  const otherSide = pair && (pair.lead === line ? pair.other : pair.lead);
  const takesValue = needsValue(kind, line.currency, otherSide?.currency);
  if (takesValue !== (value !== undefined))
    throw refusedMatch(takesValue ? 'statements.match.valueMissing' : 'statements.match.noValue', 'usd_cents');
  if (line.currency === BOOKS_CURRENCY) return { line, cents: part, usdCents: part, pair };
  if (pair?.other.currency === BOOKS_CURRENCY) return { line, cents: part, usdCents: -pair.other.cents, pair };
  return { line, cents: part, usdCents: (value ?? 0) * Math.sign(part), pair };
}

/** Matches a line or a part of it, in the caller's transaction. The ledger entry and all consequences are part of it. */
export async function recordMatch(
  deps: MatchDeps,
  db: Queryable,
  lineId: number,
  body: MatchBody,
  by: By,
  origin: Origin,
): Promise<void> {
  const part = await lockPart(db, lineId, body);
  const { line, cents, usdCents } = part;
  const { matchId, details } = await confirmedOnly(matcherOf(body.kind)({ ...part, deps, db, body, by }));
  await audit(db, origin, {
    actor: actingAdmin(by.matchedBy),
    action: body.kind === 'set_aside' ? 'statement line set aside' : 'statement line matched',
    subject: { kind: 'statement line', id: lineId },
    details: {
      match: matchId,
      kind: body.kind,
      cents,
      ...(line.currency !== BOOKS_CURRENCY && { currency: line.currency, usdCents }),
      reason: body.reason ?? null,
      ...details,
    },
  });
}

async function confirmedOnly(matching: Promise<Matched>): Promise<Matched> {
  try {
    return await matching;
  } catch (error) {
    throw isUnconfirmed(error) ? unconfirmed() : error;
  }
}

function matcherOf(kind: MatchBody['kind']): (matching: Matching) => Promise<Matched> {
  return isBooked(kind) ? matchAccount : MATCHERS[kind];
}

const MATCHERS = {
  order: matchOrder,
  refund: matchRefund,
  refund_return: matchRefundReturn,
  cash_return: matchCashReturn,
  payout: matchPayout,
  transport_bill: matchTransportBill,
  conversion: matchConversion,
  return: matchReturn,
  set_aside: setAside,
};

/** Money that belongs to one account of the books. Providers and card terminals pay out less than they owe, by their fee. */
async function matchAccount({ db, line, cents, usdCents, body, by }: Matching): Promise<Matched> {
  const { kind, fee_cents: feeCents, reason = null } = body;
  if (!isBooked(kind)) throw new Error(`${kind} is booked to no account`);
  if (feeCents > 0 && !KEEPS_A_FEE.includes(kind)) throw refusedMatch('statements.match.noFee', 'fee_cents');
  const value = storedValue(line, usdCents);
  const matchId = await insertMatch(db, { lineId: line.id, kind, cents, ...value, feeCents, reason, ...by });
  const entry = kind === 'fee' ? 'bank fee' : kind === 'provider_payout' ? 'provider payout' : 'line matched';
  const to = { card_fees: feeCents, [BOOKED_TO[kind]]: -usdCents - feeCents };
  await bookMatch(db, line, { matchId, kind: entry, usdCents, to });
  return { matchId, ...(feeCents > 0 && { details: { feeCents } }) };
}

/** A bill for shipping the cars of an order. The reason says whose it is. */
async function matchTransportBill({ db, line, cents, body, by }: Matching): Promise<Matched> {
  const { order_id: orderId = 0, reason = null } = body;
  if (!(await findOrder(db, orderId))) throw refusedMatch('statements.match.noOrder', 'order_id');
  const matchId = await insertMatch(db, { lineId: line.id, kind: 'transport_bill', cents, orderId, reason, ...by });
  await postTransportBill(db, orderId, { lineId: line.id, matchId, cents });
  return { matchId, details: { orderId } };
}

/** Money taken in person that staff recorded as given back by transfer. It waits in transit for its line. */
async function matchCashReturn({ db, line, cents, body, by }: Matching): Promise<Matched> {
  const { order_id: orderId = 0, reason = null } = body;
  if (!(await lockOrder(db, orderId))) throw refusedMatch('statements.match.noOrder', 'order_id');
  const payerDiffers = payeeDiffers(line, await payeeOfCashReturn(db, orderId));
  if (payerDiffers && !reason) throw otherPayee();
  const match = { lineId: line.id, kind: 'cash_return', cents, orderId, payerDiffers, reason, ...by } as const;
  const matchId = await insertMatch(db, match);
  const isPosted = await postCashReturnBooked(db, orderId, { lineId: line.id, matchId, cents });
  if (!isPosted) throw refusedMatch('statements.match.noReturnInTransit', 'order_id');
  return { matchId, details: { orderId, payerDiffers } };
}

/** Two lines that cancel each other. Both were in `unidentified_receipts`, so no entry is needed. */
async function matchReturn({ db, line, cents, body, by }: Matching): Promise<Matched> {
  const { other_line_id: otherId, reason = null } = body;
  const other = otherId === undefined ? null : await findLine(db, otherId);
  if (!other) throw refusedMatch('statements.match.noReturn', 'other_line_id');
  if (other.leftCents !== other.cents || cents !== line.cents) throw refusedMatch('statements.match.twice');
  const isSameAccount = other.account === line.account && other.currency === line.currency;
  if (other.cents !== -cents || !isSameAccount) throw refusedMatch('statements.match.noReturn');
  const pair = { kind: 'return', reason, ...by } as const;
  await insertMatch(db, { ...pair, lineId: other.id, cents: other.cents, otherLineId: line.id });
  const matchId = await insertMatch(db, { ...pair, lineId: line.id, cents, otherLineId: other.id });
  return { matchId, details: { otherLine: other.id } };
}

async function setAside({ db, line, cents, body, by }: Matching): Promise<Matched> {
  const { reason = null } = body;
  return { matchId: await insertMatch(db, { lineId: line.id, kind: 'set_aside', cents, reason, ...by }) };
}
