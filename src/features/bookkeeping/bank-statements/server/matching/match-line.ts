import {
  BOOKED_TO,
  isBooked,
  isConversion,
  KEEPS_A_FEE,
  kindsFor,
  needsReason,
  needsValue,
} from '#features/bookkeeping/bank-statements/model/line-match.ts';
import type { MatchBody } from '#features/bookkeeping/bank-statements/model/statement-contract.ts';
import { unconfirmed } from '#features/bookkeeping/bank-statements/server/confirming/confirm-statement.ts';
import { findLine, lockLines, type StoredLine } from '#features/bookkeeping/bank-statements/server/line-store.ts';
import { isUnconfirmed } from '#features/bookkeeping/bank-statements/server/statement-store.ts';
import { recordPayoutBooked } from '#features/bookkeeping/payouts/server/pay-sellers.ts';
import { lockPayout } from '#features/bookkeeping/payouts/server/payout-store.ts';
import { findOrder, lockOrder, receiveTransfer } from '#features/orders/server/api.ts';
import {
  isPending,
  lockPeople,
  lockTransferRefunds,
  postCashReturnBooked,
  postMatch,
  postTransportBill,
  recordRefundProven,
  recordTransferRefundReturned,
} from '#features/payments/server/api.ts';
import { actingAdmin, audit, screenParties } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { BOOKS_CURRENCY } from '#lib/i18n/currency.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { payoutsOf, returnableRefunds, timesMatched, timesReturned } from './candidate-store.ts';
import { namesOther } from './compare-party.ts';
import {
  type By,
  bookMatch,
  importersOf,
  lineNotFound,
  lockForeignAccounts,
  type MatchDeps,
  type Matched,
  type Matching,
  type Pair,
  type Part,
  refusedMatch,
  storedValue,
} from './match-case.ts';
import { insertMatch } from './match-store.ts';
import { ordersNamed } from './order-candidate-store.ts';
import { isOtherPayer } from './suggest-orders.ts';

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
  // Both sides of a conversion lock an importer.
  if (part.pair) await lockPeople(db, importersOf(part));
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

/** Money taken in person that staff recorded as returned by transfer. It waits in transit for its line. */
async function matchCashReturn({ db, body, by, ...part }: Matching): Promise<Matched> {
  const { line, cents } = part;
  const { order_id: orderId = 0, reason = null } = body;
  if (!(await lockOrder(db, orderId))) throw refusedMatch('statements.match.noOrder', 'order_id');
  const payerDiffers = await namesOther(db, part, body);
  const match = { lineId: line.id, kind: 'cash_return', cents, orderId, payerDiffers, reason, ...by } as const;
  const matchId = await insertMatch(db, match);
  const isPosted = await postCashReturnBooked(db, orderId, { lineId: line.id, matchId, cents });
  if (!isPosted) throw refusedMatch('statements.match.noReturnInTransit', 'order_id');
  return { matchId, details: { orderId, payerDiffers } };
}

/** Two lines that cancel each other. Both were in `unidentified_receipts`, so no entry is needed. */
async function matchReturn({ db, body, by, ...part }: Matching): Promise<Matched> {
  const { line, cents } = part;
  const { other_line_id: otherId, reason = null } = body;
  const other = otherId === undefined ? null : await findLine(db, otherId);
  if (!other) throw refusedMatch('statements.match.noReturn', 'other_line_id');
  if (other.leftCents !== other.cents || cents !== line.cents) throw refusedMatch('statements.match.twice');
  const isSameAccount = other.account === line.account && other.currency === line.currency;
  if (other.cents !== -cents || !isSameAccount) throw refusedMatch('statements.match.noReturn');
  const payerDiffers = await namesOther(db, part, body);
  const pair = { kind: 'return', payerDiffers, reason, ...by } as const;
  await insertMatch(db, { ...pair, lineId: other.id, cents: other.cents, otherLineId: line.id });
  const matchId = await insertMatch(db, { ...pair, lineId: line.id, cents, otherLineId: other.id });
  return { matchId, details: { otherLine: other.id, payerDiffers } };
}

async function setAside({ db, line, cents, body, by }: Matching): Promise<Matched> {
  const { reason = null } = body;
  return { matchId: await insertMatch(db, { lineId: line.id, kind: 'set_aside', cents, reason, ...by }) };
}

/** Returns whether another person than the buyer paid. Throws if so and no reason was given. */
export async function checkPayer(
  db: Queryable,
  line: StoredLine,
  { order_id: orderId = 0, reason }: MatchBody,
): Promise<boolean> {
  const [order] = await ordersNamed(db, [orderId], []);
  if (!order || !(await findOrder(db, orderId))) throw refusedMatch('statements.match.noOrder', 'order_id');
  const payerDiffers = isOtherPayer(line, order);
  if (payerDiffers && !reason) {
    throw new AppError('conflict', 'another person paid', {
      write: (t) => t('statements.match.payerDiffers', { payer: line.counterparty ?? '', buyer: order.buyer }),
      fields: { reason: { messageKey: 'statements.match.payerReason' } },
    });
  }
  return payerDiffers;
}

/** Matches incoming money to an order. In another currency, the order receives its value in dollars. */
async function matchOrder({ deps, db, line, cents, usdCents, body, by }: Matching): Promise<Matched> {
  const { order_id: orderId = 0, reason = null } = body;
  const payerDiffers = await checkPayer(db, line, body);
  const received = await receiveTransfer(db, deps.orders, {
    orderId,
    cents: usdCents,
    reference: line.bankReference,
    sourceLineId: line.id,
    receivedAt: new Date(`${line.bookedOn}T00:00:00Z`),
    revivedBy: body.revive ? by.matchedBy : undefined,
  });
  // Receiving the money took the lock of the order.
  if (line.counterparty !== null)
    await screenParties(db, orderId, { parties: [{ role: 'payer', name: line.counterparty }], destinations: [] });
  const { paymentId, outcome, shortfallCents, surplusCents } = received;
  const matchId = await insertMatch(db, {
    lineId: line.id,
    kind: 'order',
    cents,
    ...storedValue(line, usdCents),
    orderId,
    paymentId,
    payerDiffers,
    reason,
    ...by,
  });
  // The payment takes its dollars from unidentified receipts, where the import puts only lines in dollars.
  if (line.currency !== BOOKS_CURRENCY)
    await bookMatch(db, line, { matchId, kind: 'line matched', usdCents, to: { unidentified_receipts: -usdCents } });
  return { matchId, details: { orderId, paymentId, outcome, shortfallCents, surplusCents, payerDiffers } };
}

/**
 * Matches outgoing money to a payout on its way, or to one recorded by hand as paid, which waits in transit for its line.
 * Anything beyond the payout is a bank fee.
 */
async function matchPayout({ db, body, by, ...part }: Matching): Promise<Matched> {
  const { line, cents } = part;
  const { payout_id: payoutId = 0, reason = null } = body;
  // Of two lines for one payout, the second one sees the match of the first.
  await lockPayout(db, payoutId);
  const [payout] = await payoutsOf(db, -cents, payoutId);
  if (!payout) throw refusedMatch('statements.match.noPayout', 'payout_id');
  const { feeCents, isBookedByHand } = payout;
  const payerDiffers = await namesOther(db, part, body);
  if (!isBookedByHand) await recordPayoutBooked(db, payoutId, { feeCents, from: 'unidentified_receipts' });
  const match = { lineId: line.id, kind: 'payout', cents, payoutId, feeCents, payerDiffers, reason, ...by } as const;
  const matchId = await insertMatch(db, match);
  if (isBookedByHand)
    await postMatch(
      db,
      { lineId: line.id, matchId, kind: 'line matched' },
      { unidentified_receipts: cents, bank_in_transit: -cents },
    );
  return { matchId, details: { payoutId, feeCents, payerDiffers } };
}

/** Returns both lines of a conversion, whichever of them is given. Nothing was matched to them. */
async function conversionPair(
  db: Queryable,
  line: StoredLine,
  cents: number,
  otherId: number | undefined,
): Promise<Pair> {
  const other = otherId === undefined ? null : await findLine(db, otherId);
  if (!other) throw refusedMatch('statements.match.noConversion', 'other_line_id');
  if (other.leftCents !== other.cents || cents !== line.cents) throw refusedMatch('statements.match.twice');
  if (!isConversion(line, other)) throw refusedMatch('statements.match.noConversion', 'other_line_id');
  const isLead = other.currency === BOOKS_CURRENCY || (line.currency !== BOOKS_CURRENCY && line.cents < 0);
  return isLead ? { lead: line, other } : { lead: other, other: line };
}

/**
 * Matches the two lines of a transfer between our own accounts. If one line is in dollars, it gives the value. Otherwise a person enters the value,
 * and both lines are booked with it through `bank_in_transit`.
 */
async function matchConversion({ db, line, usdCents, pair: sides, body, by }: Matching): Promise<Matched> {
  if (!sides) throw new Error('a conversion has two sides');
  const { lead, other } = sides;
  const value = line === lead ? usdCents : -usdCents;
  const pair = { kind: 'conversion', reason: body.reason ?? null, ...by } as const;
  const { id, cents: whole } = lead;
  const matchId = await insertMatch(db, { ...pair, lineId: id, cents: whole, usdCents: value, otherLineId: other.id });
  const isInDollars = other.currency === BOOKS_CURRENCY;
  const against = await insertMatch(db, {
    ...pair,
    lineId: other.id,
    cents: other.cents,
    ...(!isInDollars && { usdCents: -value }),
    otherLineId: id,
  });
  await lockForeignAccounts(db, [lead, other]);
  const to = isInDollars ? ('unidentified_receipts' as const) : ('bank_in_transit' as const);
  await bookMatch(db, lead, { matchId, kind: 'line matched', usdCents: value, to: { [to]: -value } });
  if (!isInDollars)
    await bookMatch(db, other, { matchId: against, kind: 'line matched', usdCents: -value, to: { [to]: value } });
  const details = { otherLine: body.other_line_id };
  return { matchId: line === lead ? matchId : against, details };
}

/**
 * Matches outgoing money to a refund by transfer, and records the refund as sent if it was not. Refunds of one payment with the same amount
 * are alike, so a line belongs to a sent one first, also to one that the bank returned later. A line that names another person needs a reason.
 */
async function matchRefund({ deps, db, body, by, ...part }: Matching): Promise<Matched> {
  const { line, cents } = part;
  const { payment_id: paymentId = 0, reason = null } = body;
  const refunds = (await lockTransferRefunds(db, paymentId)).filter(({ amountCents }) => amountCents === -cents);
  if (refunds.length === 0) throw refusedMatch('statements.match.noRefund', 'payment_id');
  await lockPeople(db, [by.matchedBy, ...importersOf(part)]);
  const before = await timesMatched(db, paymentId, -cents);
  const left = refunds.filter(({ done }) => done).length + (await timesReturned(db, paymentId, -cents));
  const isSentUnmatched = left > before;
  const waiting = refunds.find(isPending);
  if (!isSentUnmatched && !waiting) throw refusedMatch('statements.match.refundTwice');
  const payerDiffers = await namesOther(db, { line, cents, usdCents: cents, pair: null }, body);
  if (!isSentUnmatched && waiting)
    await recordRefundProven(db, deps.orders.payments, waiting, {
      reference: line.bankReference,
      matchedBy: by.matchedBy,
    });
  const matchId = await insertMatch(db, {
    lineId: line.id,
    kind: 'refund',
    cents,
    paymentId,
    payerDiffers,
    reason,
    ...by,
  });
  return { matchId, details: { paymentId, payerDiffers } };
}

/**
 * Matches incoming money to a refund that the bank returned, and records the return unless staff did, so that the refund is owed again. Bank charges
 * are our fee.
 */
async function matchRefundReturn({ deps, db, body, by, ...part }: Matching): Promise<Matched> {
  const { line, cents } = part;
  const { payment_id: paymentId = 0, fee_cents: feeCents, reason = null } = body;
  const refunds = await lockTransferRefunds(db, paymentId);
  const [found] = await returnableRefunds(db, cents, { paymentId, feeCents });
  if (!found) throw refusedMatch('statements.match.noRefundReturn', 'payment_id');
  const payerDiffers = await namesOther(db, part, body);
  const sent = found.isRecorded
    ? undefined
    : refunds.find(({ done, amountCents }) => done && amountCents === found.cents);
  if (sent) {
    const why = reason || line.text || 'Returned by the bank';
    await recordTransferRefundReturned(deps.orders.payments, db, sent, why);
  }
  const match = { lineId: line.id, kind: 'refund_return', cents, paymentId, feeCents, payerDiffers, reason } as const;
  const matchId = await insertMatch(db, { ...match, ...by });
  if (feeCents > 0)
    await postMatch(
      db,
      { lineId: line.id, matchId, kind: 'line matched' },
      { bank_fees: feeCents, unidentified_receipts: -feeCents },
    );
  return { matchId, details: { paymentId, feeCents, payerDiffers } };
}
