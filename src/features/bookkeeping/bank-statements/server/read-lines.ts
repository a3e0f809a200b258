import type pg from 'pg';
import { payeeDiffers } from '#features/bookkeeping/bank-statements/model/party-name.ts';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import { answersOf, reasonText } from '#features/payments/server/api.ts';
import type { Clock } from '#lib/clock.ts';
import { countedPage } from '#lib/contract-parts.ts';
import { BOOKS_CURRENCY } from '#lib/i18n/currency.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { stateOf } from '../model/line-match.ts';
import type { ChoicesResponse, LineResponse, LinesQuery, LinesResponse } from '../model/statement-contract.ts';
import { findStatementFor, linesToConfirm, type Viewer } from './confirming/confirm-statement.ts';
import {
  countLines,
  findLine,
  findLines,
  lineFigures,
  type OtherLine,
  otherLines,
  type StoredLine,
} from './line-store.ts';
import { cashReturnsInTransit, payoutsOf, refundsOf, returnableRefunds } from './matching/candidate-store.ts';
import { worthByRate } from './matching/compare-rate.ts';
import { lineNotFound } from './matching/match-case.ts';
import { ordersFound, suggestionsFor } from './matching/suggest-orders.ts';

const PAGE_SIZE = 20;
const DAY_MS = 24 * 60 * 60 * 1_000;

type ReadDeps = { pool: pg.Pool; clock: Clock };

export async function listLines(
  { pool, clock }: ReadDeps,
  { page = 1, limit = PAGE_SIZE, ...filter }: LinesQuery,
): Promise<LinesResponse> {
  const lines = await countedPage(
    { page, limit },
    () => countLines(pool, filter),
    (range) => findLines(pool, filter, range),
  );
  const { open, inCents, outCents, setAside, setAsideCents, oldestOn, foreign } = await lineFigures(pool);
  const items = await toLineResponses(pool, lines.items, clock.now());
  const figures = { open, in_cents: inCents, out_cents: outCents, set_aside: setAside };
  const others = foreign.map((each) => ({
    currency: each.currency,
    in_cents: each.inCents,
    out_cents: each.outCents,
    set_aside_cents: each.setAsideCents,
  }));
  return {
    ...lines,
    items,
    figures: { ...figures, set_aside_cents: setAsideCents, oldest_on: oldestOn, foreign: others },
  };
}

/** Returns a line with its candidates for a match. */
export async function showChoices(
  { pool, clock }: ReadDeps,
  id: number,
  viewer: Viewer,
  search = '',
): Promise<ChoicesResponse> {
  const line = await findLine(pool, id);
  if (!line) throw lineNotFound();
  const [shown] = await toLineResponses(pool, [line], clock.now());
  const isWhole = line.leftCents === line.cents;
  const { returns, conversions } = isWhole ? await otherLines(pool, line) : { returns: [], conversions: [] };
  // What orders, buyers and sellers are paid back is in dollars.
  const leftCents = line.currency === BOOKS_CURRENCY ? line.leftCents : 0;
  const refunds = leftCents < 0 ? await refundsOf(pool, -leftCents) : [];
  const refundReturns = leftCents > 0 ? await returnableRefunds(pool, leftCents) : [];
  const payouts = leftCents < 0 ? await payoutsOf(pool, -leftCents) : [];
  const cashReturns = leftCents < 0 ? await cashReturnsInTransit(pool, -leftCents) : [];
  return {
    line: shown!,
    statement: shown!.to_confirm ? await findStatementFor(pool, line.statementId, viewer) : null,
    orders: search === '' ? shown!.suggestions : await ordersFound(pool, line, search),
    refunds: refunds.map(({ paymentId, ...refund }) => ({
      payment_id: paymentId,
      ...refund,
      payee_differs: payeeDiffers(line, refund.payee),
    })),
    refund_returns: refundReturns.map(({ paymentId, feeCents, isRecorded, ...refund }) => ({
      payment_id: paymentId,
      fee_cents: feeCents,
      is_recorded: isRecorded,
      ...refund,
      payee_differs: payeeDiffers(line, refund.payee),
    })),
    payouts: payouts.map(({ payoutId, seller, cents, feeCents, payee }) => ({
      ...{ payout_id: payoutId, seller, cents, fee_cents: feeCents, payee },
      payee_differs: payeeDiffers(line, payee),
    })),
    cash_returns: cashReturns.map(({ orderId, ...back }) => ({
      order_id: orderId,
      order: orderNumber(orderId),
      ...back,
      payee_differs: payeeDiffers(line, back.payee),
    })),
    undo_second: await undoneByTwo(pool, line, clock.now(), viewer),
    returns: returns.map((other) => ({
      ...toOtherLine(other),
      payee_differs: payeeDiffers(line, { name: other.counterparty, account: other.counterpartyAccount }),
    })),
    worth: await worthByRate(pool, { ...line, cents: line.leftCents }),
    conversions: await Promise.all(
      conversions.map(async (other) => ({ ...toOtherLine(other), worth: await worthByRate(pool, other) })),
    ),
  };
}

/** Returns the matches of a line that only two people undo, with the reason. */
async function undoneByTwo(db: Queryable, { matches }: StoredLine, now: Date, { t }: Viewer) {
  const ofOrders = matches.flatMap(({ id, kind, orderId }) =>
    kind === 'order' && orderId !== null ? [{ id, orderId }] : [],
  );
  const orders = await answersOf(
    db,
    ofOrders.map(({ orderId }) => orderId),
    now,
  );
  return ofOrders.flatMap(({ id, orderId }) => {
    const order = orders.get(orderId);
    const answer = order?.answer('undo_match');
    if (answer?.may !== 'second') return [];
    return [{ match_id: id, why: reasonText(t, 'undo_match', answer.why, order!.facts) }];
  });
}

const toOtherLine = ({ id, bookedOn, counterpartyAccount: _account, ...other }: OtherLine) => ({
  line_id: id,
  booked_on: bookedOn,
  ...other,
});

export async function showLine({ pool, clock }: ReadDeps, id: number): Promise<LineResponse> {
  const line = await findLine(pool, id);
  if (!line) throw lineNotFound();
  return (await toLineResponses(pool, [line], clock.now()))[0]!;
}

async function toLineResponses(db: Queryable, lines: StoredLine[], now: Date): Promise<LineResponse[]> {
  const suggestions = await suggestionsFor(db, lines);
  const toConfirm = await linesToConfirm(db, lines);
  return lines.map((line) => ({
    ...toLineResponse(line, now),
    to_confirm: toConfirm.has(line.id),
    suggestions: suggestions.get(line.id) ?? [],
  }));
}

function toLineResponse(line: StoredLine, now: Date): Omit<LineResponse, 'to_confirm' | 'suggestions'> {
  return {
    id: line.id,
    account: line.account,
    booked_on: line.bookedOn,
    value_on: line.valueOn,
    age_days: Math.max(0, Math.floor((now.getTime() - Date.parse(line.bookedOn)) / DAY_MS)),
    cents: line.cents,
    currency: line.currency,
    left_cents: line.leftCents,
    charges_cents: line.chargesCents,
    counterparty: line.counterparty,
    counterparty_account: line.counterpartyAccount,
    text: line.text,
    bank_reference: line.bankReference,
    end_to_end_id: line.endToEndId,
    code: line.code,
    is_reversal: line.isReversal,
    state: stateOf({ ...line, isSetAside: line.matches.some(({ kind }) => kind === 'set_aside') }),
    matches: line.matches.map((match) => ({
      id: match.id,
      kind: match.kind,
      cents: match.cents,
      usd_cents: match.usdCents,
      order:
        match.orderId === null
          ? null
          : {
              id: match.orderId,
              number: orderNumber(match.orderId),
              life: match.orderLife ?? '',
              is_held: match.isOrderHeld,
            },
      payment_id: match.paymentId,
      payout_id: match.payoutId,
      other_line_id: match.otherLineId,
      fee_cents: match.feeCents,
      payer_differs: match.payerDiffers,
      reason: match.reason,
      matched_by: match.matchedBy,
      matched_at: match.matchedAt.toISOString(),
    })),
  };
}
