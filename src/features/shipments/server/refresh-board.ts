import type pg from 'pg';
import { withTransaction } from '#lib/server/database/pool.ts';
import { nextStep, progressOf } from '../model/progress.ts';
import { ALL_STEPS } from '../model/step.ts';
import { lockBoard, type OrderState, putStates, takeChangedOrders } from './board-store.ts';
import { loadShipments, type Shipment, type ShipmentCar } from './shipment-store.ts';

const BATCH = 500;

/** Computes the states of all orders that have changed. Leaves them to another process that is doing so. */
export async function refreshBoard(pool: pg.Pool, now: Date): Promise<void> {
  while ((await refreshBatch(pool, now)) === BATCH);
}

/** Computes the states of the orders with the oldest changes. Returns how many changes it took, at most. */
export async function refreshBatch(pool: pg.Pool, now: Date, batch = BATCH): Promise<number> {
  return withTransaction(pool, async (db) => {
    if (!(await lockBoard(db))) return 0;
    const ids = await takeChangedOrders(db, batch);
    if (ids.length === 0) return 0;
    const shipments = await loadShipments(db, ids);
    const states = ids.map((id) => stateOf(shipments.get(id), now));
    await putStates(
      db,
      states.filter((state) => state !== null),
      ids.filter((_, index) => states[index] === null),
    );
    return batch;
  });
}

/** Returns the next step of an order: of the car that is furthest behind. Null if the order has ended. */
export function stateOf(shipment: Shipment | undefined, now: Date): OrderState | null {
  if (!shipment) return null;
  const states = shipment.cars.map((car) => stateOfCar(shipment.orderId, car, now)).filter((state) => state !== null);
  const [behind] = states.sort((one, other) => ALL_STEPS.indexOf(one.step) - ALL_STEPS.indexOf(other.step));
  return behind ?? null;
}

function stateOfCar(orderId: number, { facts, sailing }: ShipmentCar, now: Date) {
  if (facts.life === 'completed' || facts.life === 'cancelled') return null;
  const steps = progressOf(facts, now);
  const next = nextStep(steps);
  if (!next) return null;
  const done = steps.flatMap(({ state, at }) => (state === 'done' && at && at <= now ? [at.getTime()] : []));
  return {
    order_id: orderId,
    step: next.step,
    owner: next.owner,
    due_at: next.dueAt,
    expected_at: next.at,
    since: new Date(Math.max(facts.orderedAt.getTime(), ...done)),
    vessel: sailing && `${sailing.vessel} ${sailing.voyage}`,
  };
}
