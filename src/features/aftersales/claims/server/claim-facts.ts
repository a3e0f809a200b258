import type { Order } from '#features/orders/orders/model/order.ts';
import { claimDaysOf } from '#features/payments/order-acts/model/claim-days.ts';
import { factsOfOrders } from '#features/payments/server/api.ts';
import { loadShipments } from '#features/shipping/server/api.ts';
import { dueAt } from '#features/shipping/shipments/model/schedule.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { ClaimFacts } from '../model/claim.ts';
import { claimTermsOf } from './claim-store.ts';

/** Reads what decides whether claims of an order may be opened. `isArrivalAwaited`: the days for claims may begin earlier, with the arrival. */
export async function claimFactsOf(
  db: Queryable,
  order: Order,
  now: Date,
): Promise<ClaimFacts & { isArrivalAwaited: boolean }> {
  const { id, offer, life, terms } = order;
  const facts = (await factsOfOrders(db, [id])).get(id);
  const days = facts ? claimDaysOf(facts, now) : null;
  return {
    offer,
    life,
    hasTerms: terms.requiresBalance,
    daysFrom: days?.from ?? null,
    isArrivalAwaited: days?.isAwaited ?? false,
    ...(await expectationOf(db, order)),
    terms: await claimTermsOf(db, id),
  };
}

/**
 * Returns the latest arrival time ever reported for the order's cars, even if an earlier one was reported since, and when it was
 * reported. Falls back to the schedule if none was.
 */
async function expectationOf(
  db: Queryable,
  { id, offer, createdAt }: Order,
): Promise<Pick<ClaimFacts, 'expectedAt' | 'expectedSince'>> {
  const cars = (await loadShipments(db, [id])).get(id)?.cars ?? [];
  const expectations = cars.flatMap(({ facts }) => {
    if (offer === 'Rent') return [plain(facts.rental?.startsAt ?? facts.orderedAt)];
    const told = facts.events.filter(({ step }) => step === 'arrived');
    if (told.length === 0) return [plain(dueAt('arrived', facts))];
    return told.map(({ happensAt, toldAt }) => ({ expectedAt: happensAt, expectedSince: toldAt }));
  });
  return expectations.reduce(
    (last, next) => (next.expectedAt > last.expectedAt ? next : last),
    expectations[0] ?? plain(createdAt),
  );
}

const plain = (expectedAt: Date) => ({ expectedAt, expectedSince: expectedAt });
