import type pg from 'pg';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import { forgetFailures, workInTurn } from '#lib/server/jobs/job-runs.ts';
import { progressOf } from '../model/progress.ts';
import { ALL_STEPS } from '../model/step.ts';
import {
  changedOrders,
  lockBoard,
  type OrderState,
  putStates,
  takeChangedOrders,
  takeChangesOf,
} from './board-store.ts';
import { loadShipments, type Shipment, type ShipmentCar } from './shipment-store.ts';

const BATCH = 500;

/**
 * Recomputes the states of all changed orders, unless another process is doing so. If a batch fails, tries its orders one by one, so that
 * only the failing order keeps its old state.
 */
export async function refreshBoard(
  pool: pg.Pool,
  now: Date,
  onError: (error: unknown) => void = () => {},
): Promise<void> {
  for (let took = BATCH; took === BATCH; ) {
    took = await refreshBatch(pool, now).catch(async () => {
      await refreshOneByOne(pool, now, onError);
      return BATCH;
    });
  }
}

/** Computes the states of the orders with the oldest changes. Returns `batch` if it took any, otherwise 0. */
export async function refreshBatch(pool: pg.Pool, now: Date, batch = BATCH): Promise<number> {
  return withTransaction(pool, async (db) => {
    if (!(await lockBoard(db))) return 0;
    const ids = await takeChangedOrders(db, batch);
    if (ids.length === 0) return 0;
    await putStatesOf(db, ids, now);
    await forgetFailures(db, 'shipment board', ids.map(String));
    return batch;
  });
}

async function refreshOneByOne(pool: pg.Pool, now: Date, onError: (error: unknown) => void): Promise<void> {
  await workInTurn(await changedOrders(pool, BATCH), {
    pool,
    queue: 'shipment board',
    work: (id) =>
      withTransaction(pool, async (db) => {
        if (!(await lockBoard(db))) return;
        await takeChangesOf(db, id);
        await putStatesOf(db, [id], now);
      }),
    onError,
  });
}

async function putStatesOf(db: Queryable, ids: number[], now: Date): Promise<void> {
  const shipments = await loadShipments(db, ids);
  const states = ids.map((id) => stateOf(shipments.get(id), now));
  await putStates(
    db,
    states.filter((state) => state !== null),
    ids.filter((_, index) => states[index] === null),
  );
}

/**
 * Returns the open step that is due first among all cars of an order, so that missing papers do not hide a late vessel. Null if the order
 * has ended.
 */
function stateOf(shipment: Shipment | undefined, now: Date): OrderState | null {
  if (!shipment) return null;
  const states = shipment.cars.map((car) => stateOfCar(shipment.orderId, car, now)).filter((state) => state !== null);
  const [first] = states.sort(
    (one, other) =>
      one.due_at.getTime() - other.due_at.getTime() || ALL_STEPS.indexOf(one.step) - ALL_STEPS.indexOf(other.step),
  );
  return first ?? null;
}

function stateOfCar(orderId: number, { facts, sailing }: ShipmentCar, now: Date) {
  if (facts.life === 'completed' || facts.life === 'cancelled') return null;
  const steps = progressOf(facts, now);
  const [next] = steps
    .filter(({ state }) => state === 'next' || state === 'open')
    .sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime());
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
