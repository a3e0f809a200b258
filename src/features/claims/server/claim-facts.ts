import type { Order } from '#features/orders/model/order.ts';
import { dueAt } from '#features/shipments/model/schedule.ts';
import { loadShipments } from '#features/shipments/server/api.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { ClaimFacts } from '../model/claim.ts';
import { claimTermsOf } from './claim-store.ts';

/** Reads what decides whether claims of an order may be opened. */
export async function claimFactsOf(db: Queryable, order: Order): Promise<ClaimFacts> {
  const { id, offer, life, endedAt, terms } = order;
  return {
    offer,
    life,
    hasTerms: terms.requiresBalance,
    handedOverAt: life === 'completed' ? endedAt : null,
    expectedAt: await expectedAt(db, order),
    terms: await claimTermsOf(db, id),
  };
}

/**
 * Returns the latest time that was told for the arrival of the order's cars, also if an earlier one was told since; by the schedule if
 * nobody told one.
 */
async function expectedAt(db: Queryable, { id, offer, createdAt }: Order): Promise<Date> {
  const cars = (await loadShipments(db, [id])).get(id)?.cars ?? [];
  const times = cars.map(({ facts }) => {
    if (offer === 'Rent') return facts.rental?.startsAt ?? facts.orderedAt;
    const told = facts.events.filter(({ step }) => step === 'arrived').map(({ happensAt }) => happensAt);
    return told.length > 0 ? latest(told) : dueAt('arrived', facts);
  });
  return times.length > 0 ? latest(times) : createdAt;
}

const latest = (times: Date[]) => new Date(Math.max(...times.map(Number)));
