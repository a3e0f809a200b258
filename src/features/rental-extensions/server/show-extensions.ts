import { answerOf, reasonText } from '#features/order-acts/server/api.ts';
import { orderNotFound } from '#features/orders/server/api.ts';
import { dayAfter } from '#features/payments/model/calendar-day.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import { latestDay } from '../model/extension.ts';
import type { ExtensionsResponse } from '../model/extension-contract.ts';
import { partyOf } from './extension-party.ts';
import { extensionsOf, rentedCarOf } from './extension-store.ts';

/** The requests to extend a rental for its parties, and what the next one would cost. Throws `not_found` for a car for sale. */
export async function showExtensions(
  db: Queryable,
  caller: Caller,
  orderId: number,
  now: Date,
  t: Translator,
): Promise<ExtensionsResponse> {
  const party = await partyOf(db, caller, orderId);
  const rented = await rentedCarOf(db, orderId);
  if (!rented) throw orderNotFound();
  const { facts, answer } = await answerOf(db, orderId, 'extend', now);
  const why = answer.may === 'yes' ? null : reasonText(t, 'extend', answer.why, facts);
  return {
    role: party.role,
    may: { act: 'extend', may: answer.may, why },
    first_day: rented.startDay,
    last_day: dayAfter(rented.endDay, -1),
    latest_day: latestDay(rented),
    price_cents: rented.priceCents,
    tax_cents: rented.taxCents,
    items: (await extensionsOf(db, orderId)).map((asked) => ({
      id: asked.id,
      last_day: dayAfter(asked.end_day, -1),
      days: asked.days,
      total_cents: asked.price_cents + asked.tax_cents,
      asked_at: asked.asked_at.toISOString(),
      answer: asked.answer,
    })),
  };
}
