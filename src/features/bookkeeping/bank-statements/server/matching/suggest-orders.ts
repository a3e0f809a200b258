import { foldReference, splitAmong } from '#features/bookkeeping/bank-statements/model/suggest-order.ts';
import { referencesIn } from '#features/orders/orders/model/order-reference.ts';
import { slipsByOrder } from '#features/orders/server/api.ts';
import { BOOKS_CURRENCY } from '#lib/i18n/currency.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { NearReferences, nearKeysOf } from '../../model/near-reference.ts';
import { matchParty, type PartyMatch } from '../../model/party-name.ts';
import type { SuggestionResponse } from '../../model/statement-contract.ts';
import { numbersIn, type Suggestion, scoreOrders, suggestOrders } from '../../model/suggest-order.ts';
import { effectOf } from '../../model/transfer-effect.ts';
import type { StoredLine } from '../line-store.ts';
import { type CandidateOrder, ordersNamed, searchOrders } from './order-candidate-store.ts';

/** Only the open amount of a line may pay an order. */
const toMatch = (line: StoredLine): StoredLine => ({ ...line, cents: line.leftCents });

/** Suggests orders for the lines that are open, by line id. */
export async function suggestionsFor(db: Queryable, lines: StoredLine[]): Promise<Map<number, SuggestionResponse[]>> {
  const open = lines.filter(({ leftCents }) => leftCents > 0).map(toMatch);
  const texts = open.flatMap(({ text, endToEndId, counterparty }) => [text, endToEndId, counterparty]);
  const references = texts.flatMap((text) => referencesIn(foldReference(text ?? '')));
  const possible = nearKeysOf(open.flatMap(({ text, endToEndId }) => [text, endToEndId]));
  const ids = numbersIn(...texts);
  const found = await ordersNamed(
    db,
    [...new Set([...ids, ...possible.numbers])],
    [...new Set([...references, ...possible.references])],
  );
  const mistyped = new NearReferences(found.filter(({ awaitsMoney }) => awaitsMoney));
  const near = new Map(open.map(({ id, text, endToEndId }) => [id, mistyped.find([text, endToEndId])]));
  const named = new Set([...ids, ...Array.from(near.values(), (each) => [...each.keys()]).flat()]);
  const candidates = found.filter(({ orderId, reference }) => named.has(orderId) || references.includes(reference));
  const slips = await slipsOf(db, candidates);
  return new Map(
    open.map((line) => [
      line.id,
      toResponses(suggestOrders(line, candidates, near.get(line.id)), line, candidates, slips),
    ]),
  );
}

/** Returns orders that match the search, the likeliest first. */
export async function ordersFound(db: Queryable, line: StoredLine, search: string): Promise<SuggestionResponse[]> {
  const candidates = await searchOrders(db, search);
  const slips = await slipsOf(db, candidates);
  const found = scoreOrders(toMatch(line), candidates).map((each) => ({ ...each, oneClick: false }));
  return toResponses(found, toMatch(line), candidates, slips);
}

type SlipsByOrder = Awaited<ReturnType<typeof slipsByOrder>>;

/** Slips are shown with the suggestions and never change them. */
async function slipsOf(db: Queryable, candidates: CandidateOrder[]): Promise<SlipsByOrder> {
  const sent = candidates.filter(({ hasSlips }) => hasSlips).map(({ orderId }) => orderId);
  return sent.length === 0 ? new Map() : slipsByOrder(db, sent);
}

/** Compares the payer named by the bank with the buyer. A consignee counts as another payer. */
function payerMatch(
  { counterparty }: Pick<StoredLine, 'counterparty'>,
  { buyerNames }: Pick<CandidateOrder, 'buyerNames'>,
): PartyMatch {
  if (counterparty === null) return 'same';
  const matches = buyerNames.map((name) => matchParty(counterparty, name));
  return matches.find((match) => match === 'same') ?? matches.find((match) => match === 'perhaps') ?? 'other';
}

/** Returns true if another person paid, so that a reason is required. */
export function isOtherPayer(
  line: Pick<StoredLine, 'counterparty'>,
  order: Pick<CandidateOrder, 'buyerNames'>,
): boolean {
  return payerMatch(line, order) === 'other';
}

/** A line that names several orders is split among them if its amount says how. */
function toResponses(
  found: Suggestion[],
  line: StoredLine,
  candidates: CandidateOrder[],
  slips: SlipsByOrder,
): SuggestionResponse[] {
  const orderOf = ({ orderId }: Suggestion) => {
    const order = candidates.find((candidate) => candidate.orderId === orderId);
    if (!order) throw new Error(`order ${orderId} is no candidate`);
    return order;
  };
  const named = found.filter(({ reasons }) => reasons.includes('reference')).map(orderOf);
  const parts = line.currency === BOOKS_CURRENCY ? splitAmong(line.cents, named) : new Map<number, number>();
  return found.map((each) => {
    const order = orderOf(each);
    return toResponse(each, { ...line, cents: parts.get(order.orderId) ?? line.cents }, order, slips);
  });
}

function toResponse(
  found: Suggestion,
  line: StoredLine,
  order: CandidateOrder,
  slips: SlipsByOrder,
): SuggestionResponse {
  const payer = payerMatch(line, order);
  // The value of another currency is entered later.
  const isValueKnown = line.currency === BOOKS_CURRENCY || order.hasEnded;
  const { effect, cents } = isValueKnown ? effectOf(line.cents, order) : { effect: null, cents: 0 };
  const isInTime = order.hold !== null && line.bookedOn <= order.hold.to;
  return {
    order_id: order.orderId,
    number: order.number,
    reference: order.reference,
    buyer: order.buyer,
    life: order.life,
    open_cents: order.openCents,
    next_cents: order.nextCents,
    score: found.score,
    reasons: found.reasons,
    one_click: found.oneClick && payer === 'same' && (effect !== 'revive' || isInTime),
    part_cents: line.cents,
    effect,
    effect_cents: line.currency === BOOKS_CURRENCY ? cents : 0,
    in_time: isInTime,
    payer_differs: payer === 'other',
    slips: slips.get(order.orderId) ?? [],
  };
}
