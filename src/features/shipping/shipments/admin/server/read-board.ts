import type pg from 'pg';
import { listingName } from '#features/catalog/listings/model/listing.ts';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import { waitsOfOrders } from '#features/orders/server/api.ts';
import { type CarPlace, placesOfOrders } from '#features/payments/server/api.ts';
import type { BoardQuery, BoardResponse } from '#features/shipping/shipments/model/shipment-contract.ts';
import type { Clock } from '#lib/clock.ts';
import { pageOf, rowsBefore } from '#lib/contract-parts.ts';
import { lateDays } from '../../model/schedule.ts';
import { ALL_STEPS, type Step } from '../../model/step.ts';
import { countStates, factsOfOrders, findStates } from '../../server/board-store.ts';
import { refreshBatch } from '../../server/refresh-board.ts';

/** Worst first. */
const LIGHTS = ['red', 'amber', 'green'] as const;

/** Returns where the cars of an order go, and the worst answer of the import rules about them. */
function importOf(places: CarPlace[] | undefined): BoardResponse['items'][number]['import'] {
  if (!places) return null;
  const country = places.find((place) => place.country !== null)?.country ?? null;
  const isAsked = places.every(({ light }) => light !== null);
  const worst = LIGHTS.find((light) => places.some((place) => place.light === light)) ?? null;
  return { country, light: worst === 'red' || isAsked ? worst : null };
}

const PAGE_SIZE = 25;
const DAY_MS = 86_400_000;
/** How many changed orders a request recomputes itself, so that it shows recent reports. */
const FEW = 50;

type BoardDeps = { pool: pg.Pool; clock: Clock };

/** Returns the open orders, the longest overdue first, and their number by next step. */
export async function readBoard({ pool, clock }: BoardDeps, query: BoardQuery): Promise<BoardResponse> {
  const now = clock.now();
  const { page = 1, limit = PAGE_SIZE, ...filter } = query;
  await refreshBatch(pool, now, FEW);
  const today = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
  const counts = await countStates(pool, today);
  const states = await findStates(pool, filter, today, { limit, offset: rowsBefore(page, limit) });
  const ids = states.map((state) => state.order_id);
  const facts = await factsOfOrders(pool, ids);
  const waits = await waitsOfOrders(pool, ids);
  const places = await placesOfOrders(pool, ids);
  const matching = counts.filter(
    ({ step, owner }) => (filter.step ?? step) === step && (filter.owner ?? owner) === owner,
  );
  const total = matching.reduce((sum, { orders, late }) => sum + (filter.late ? late : orders), 0);
  const items = states.map((state) => ({
    order_id: state.order_id,
    number: orderNumber(state.order_id),
    cars: facts.get(state.order_id)?.cars.map(listingName) ?? [],
    buyer: facts.get(state.order_id)?.buyer ?? '',
    queue: waits.get(state.order_id)?.queue ?? null,
    step: state.step as Step,
    owner: state.owner,
    due_at: state.due_at.toISOString(),
    late_days: lateDays(state.due_at, now),
    expected_at: state.expected_at?.toISOString() ?? null,
    age_days: lateDays(state.since, now),
    vessel: state.vessel,
    import: importOf(places.get(state.order_id)),
  }));
  const steps = ALL_STEPS.flatMap((step) => {
    const ofStep = counts.filter((count) => count.step === step);
    if (ofStep.length === 0) return [];
    const orders = ofStep.reduce((sum, count) => sum + count.orders, 0);
    return [{ step, orders, late: ofStep.reduce((sum, count) => sum + count.late, 0) }];
  });
  return { ...pageOf(items, { total }, page, limit), steps };
}
