import type pg from 'pg';
import { listingName } from '#features/catalog/listings/model/listing.ts';
import { carsOfBookings } from '#features/catalog/server/api.ts';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import type { Clock } from '#lib/clock.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import { nextStep, progressOf } from '../model/progress.ts';
import type { YardResponse } from '../model/shipment-contract.ts';
import { isReported, maySellerReport } from '../model/step.ts';
import { mostOverdueOrders, openOrdersOfSeller } from './board-store.ts';
import { refreshBatch } from './refresh-board.ts';
import { loadShipments } from './shipment-store.ts';
import { listPorts } from './timeline.ts';

/** As many as a phone stores for offline use. */
const MAX_ORDERS = 200;
const FEW = 50;

/** Returns the orders that the caller may report on: the most overdue ones for an operator, those of their cars for a seller. */
export async function readYard(
  { pool, clock }: { pool: pg.Pool; clock: Clock },
  { user, admin }: Caller,
): Promise<YardResponse> {
  const now = clock.now();
  if (admin) await refreshBatch(pool, now, FEW);
  const ids = admin
    ? await mostOverdueOrders(pool, MAX_ORDERS)
    : await openOrdersOfSeller(pool, user?.id ?? 0, MAX_ORDERS);
  const shipments = await loadShipments(pool, ids);
  const listingIds = [...shipments.values()].flatMap(({ cars }) => cars.map(({ listingId }) => listingId));
  const listings = await carsOfBookings(pool, listingIds);
  const orders = ids.flatMap((id) => {
    const cars = (shipments.get(id)?.cars ?? []).filter(({ sellerId }) => admin || sellerId === user?.id);
    const [car] = cars;
    if (!car) return [];
    const steps = progressOf(car.facts, now);
    const next = nextStep(steps);
    return {
      order_id: id,
      number: orderNumber(id),
      offer: car.facts.offer,
      cars: cars.flatMap(({ listingId }) => {
        const listing = listings.get(listingId);
        return listing ? [listingName(listing)] : [];
      }),
      listing_ids: cars.flatMap(({ listingId }) => (listings.has(listingId) ? [listingId] : [])),
      next: next?.step ?? null,
      due_at: next?.dueAt.toISOString() ?? null,
      late_days: next?.isLate ? next.lateDays : 0,
      steps: steps.flatMap(({ step, state }) =>
        isReported(step) && (admin || maySellerReport(step)) ? [{ step, state }] : [],
      ),
    };
  });
  const account = admin ? `admin ${admin.id}` : `user ${user?.id}`;
  return { account, as_of: now.toISOString(), orders, ports: listPorts() };
}
