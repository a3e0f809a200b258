import { referencesIn } from '#features/orders/model/transfers/order-reference.ts';
import { slipsByOrder } from '#features/slips/server/api.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { foldReference } from '../../model/fold-reference.ts';
import { matchParty, type PartyMatch } from '../../model/party-name.ts';
import type { SuggestionResponse } from '../../model/statement-contract.ts';
import { numbersIn, type Suggestion, scoreOrders, suggestOrders } from '../../model/suggest-order.ts';
import { effectOf } from '../../model/transfer-effect.ts';
import type { StoredLine } from '../line-store.ts';
import { type CandidateOrder, ordersNamed, searchOrders } from './order-candidate-store.ts';

/** Suggests orders for the lines that are open, by line id. */
export async function suggestionsFor(db: Queryable, lines: StoredLine[]): Promise<Map<number, SuggestionResponse[]>> {
  const open = lines.filter(({ match, cents }) => match === null && cents > 0);
  const texts = open.flatMap(({ text, endToEndId, counterparty }) => [text, endToEndId, counterparty]);
  const references = texts.flatMap((text) => referencesIn(foldReference(text ?? '')));
  const candidates = await ordersNamed(db, numbersIn(...texts), [...new Set(references)]);
  const slips = await slipsOf(db, candidates);
  return new Map(
    open.map((line) => [
      line.id,
      suggestOrders(line, candidates).map((found) => toResponse(found, line, candidates, slips)),
    ]),
  );
}

/** Returns orders found by what somebody typed, the likeliest first. */
export async function ordersFound(db: Queryable, line: StoredLine, search: string): Promise<SuggestionResponse[]> {
  const candidates = await searchOrders(db, search);
  const slips = await slipsOf(db, candidates);
  return scoreOrders(line, candidates).map((found) =>
    toResponse({ ...found, oneClick: false }, line, candidates, slips),
  );
}

type SlipsByOrder = Awaited<ReturnType<typeof slipsByOrder>>;

/** Slips are shown beside the suggestions, and never change them. */
function slipsOf(db: Queryable, candidates: CandidateOrder[]): Promise<SlipsByOrder> {
  return slipsByOrder(
    db,
    candidates.map(({ orderId }) => orderId),
  );
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

/** Returns true if somebody else paid, so that a reason is required. */
export function isOtherPayer(
  line: Pick<StoredLine, 'counterparty'>,
  order: Pick<CandidateOrder, 'buyerNames'>,
): boolean {
  return payerMatch(line, order) === 'other';
}

function toResponse(
  found: Suggestion,
  line: StoredLine,
  candidates: CandidateOrder[],
  slips: SlipsByOrder,
): SuggestionResponse {
  const order = candidates.find(({ orderId }) => orderId === found.orderId);
  if (!order) throw new Error(`order ${found.orderId} is no candidate`);
  const payer = payerMatch(line, order);
  const { effect, cents } = effectOf(line.cents, order);
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
    effect,
    effect_cents: cents,
    in_time: isInTime,
    payer_differs: payer === 'other',
    slips: slips.get(order.orderId) ?? [],
  };
}
