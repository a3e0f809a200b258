import { findOrder, orderNotFound } from '#features/orders/orders/server/order-store.ts';
import type { OrderAct } from '#features/payments/order-acts/model/act-list.ts';
import { isReturned } from '#features/payments/order-acts/model/order-act.ts';
import { answersOf, type PaymentDeps, reasonText } from '#features/payments/server/api.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import { cardHoldState } from '../model/card-hold.ts';
import type { CardHoldResponse } from '../model/card-hold-contract.ts';
import { captureLimit, cardHoldsOf, centsToHold } from './card-hold-store.ts';
import { openCharges } from './settle-card-hold.ts';

/** Returns the card hold of a rental to its renter and staff. Throws `not_found` for anyone else. */
export async function showCardHold(
  { pool, clock, gateway }: Pick<PaymentDeps, 'pool' | 'clock' | 'gateway'>,
  { user, admin }: Caller,
  orderId: number,
  t: Translator,
): Promise<CardHoldResponse> {
  const order = await findOrder(pool, orderId);
  if (order?.offer !== 'Rent' || (!admin && order.userId !== user?.id)) throw orderNotFound();
  const answers = (await answersOf(pool, [orderId], clock.now())).get(orderId);
  if (!answers) throw orderNotFound();
  const answerTo = (act: OrderAct) => {
    const asked = answers.answer(act);
    return { act, may: asked.may, why: asked.may === 'yes' ? null : reasonText(t, act, asked.why, answers.facts) };
  };
  const [hold] = await cardHoldsOf(pool, orderId);
  const isHeld = hold?.state === 'authorised';
  // A returned car needs no deposit.
  const askCents = isReturned(answers.facts) ? 0 : Math.max(await centsToHold(pool, orderId), 0);
  return {
    may: gateway.holdsCards && askCents > 0 ? answerTo('hold_card') : null,
    ask_cents: askCents,
    hold: hold
      ? {
          payment_id: hold.paymentId,
          state: cardHoldState(hold),
          held_cents: hold.heldCents,
          taken_cents: hold.state === 'captured' || hold.state === 'refunded' ? (hold.captureCents ?? 0) : 0,
          card_last4: hold.cardLast4,
          ends_at: hold.endsAt.toISOString(),
        }
      : null,
    settle: answerTo('return_security'),
    capture_cents: isHeld ? (await openCharges(pool, orderId, hold)).cents : 0,
    capture_alone_cents: admin && Math.max(await captureLimit(pool, orderId, admin.id), 0),
  };
}
